import type { Right } from '../../engine/access/rights.js'
import type { DealAction } from '../../engine/account/event.js'
import type { ReportModule } from '../../engine/reports/modules.js'
import type { Language } from '../generated/languages.js'
import { names } from '../generated/names.js'
import { reportWords } from '../generated/report-words.js'
import type { Wording } from './words.js'

type Names = ReturnType<(typeof names)[Language]>

/** The kinds of journal lines. Only kinds that `journal-kinds.en.json` describes can be written. */
export type JournalKind = keyof Names['journal-kinds']

export type Unit = keyof Names['units']

/**
 * Labels of rights, deal actions, report modules and journal kinds. A name without a label does not
 * compile.
 */
interface NameWordings {
  readonly rights: Readonly<Record<Right, Wording>>
  readonly dealActions: Readonly<Record<DealAction, Wording>>
  readonly reportModules: Readonly<Record<ReportModule, Wording>>
  readonly journalKinds: Readonly<Record<JournalKind, Wording>>
  readonly units: Readonly<Record<Unit, Wording>>
  readonly forms: Readonly<Record<keyof Names['forms'], Wording>>
}

export function namesIn(language: Language): NameWordings {
  const { rights, units, forms, ...more } = names[language]()
  return {
    rights,
    units,
    forms,
    dealActions: more['deal-actions'],
    reportModules: reportWords[language]().modules,
    journalKinds: more['journal-kinds'],
  }
}

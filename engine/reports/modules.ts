import { reportWords } from '../generated/report-words.js'

/** The modules of reports, each with its content and its inputs. Their texts are in engine/text/report-words. */
export const REPORT_MODULES = [
  'trades',
  'deals',
  'daily',
  'balance_operations',
  'commissions',
  'exposure',
  'accounts_summary',
  'margin_calls',
  'routing',
  'executions',
  'journal',
] as const
export type ReportModule = (typeof REPORT_MODULES)[number]

export const REPORT_INPUTS = ['from', 'to', 'groups', 'login', 'logins'] as const
export type ReportInput = (typeof REPORT_INPUTS)[number]

interface ModuleFacts {
  readonly inputs: readonly ReportInput[]
  /** True if each row is a day, or an event of a day. */
  readonly isByDay: boolean
  /** Rights that the module requires in addition to the rights for reports. */
  readonly alsoNeeds: readonly string[]
}

interface ModuleTexts {
  readonly title: string
  readonly description: string
}

const ACCOUNTS: readonly ReportInput[] = ['groups', 'login', 'logins']
const PERIOD: readonly ReportInput[] = ['from', 'to', ...ACCOUNTS]

const FACTS: Readonly<Record<ReportModule, ModuleFacts>> = {
  trades: {
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  deals: {
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  daily: {
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  balance_operations: {
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  commissions: {
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  exposure: {
    inputs: ACCOUNTS,
    isByDay: false,
    alsoNeeds: [],
  },
  accounts_summary: {
    inputs: PERIOD,
    isByDay: false,
    alsoNeeds: [],
  },
  margin_calls: {
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  routing: {
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  executions: {
    inputs: PERIOD,
    isByDay: false,
    alsoNeeds: [],
  },
  journal: {
    inputs: ['from', 'to', 'login', 'logins'],
    isByDay: true,
    alsoNeeds: ['journal'],
  },
}

const KNOWN: ReadonlySet<string> = new Set(REPORT_MODULES)

export function isReportModule(name: string): name is ReportModule {
  return KNOWN.has(name)
}

export function moduleFacts(module: ReportModule): ModuleFacts {
  return FACTS[module]
}

/** The title and description of a module in files and stored results, in English. */
export function moduleTexts(module: ReportModule): ModuleTexts {
  return reportWords.modules[module]
}

import type { Language } from '../generated/languages.js'
import { codesIn } from './codes.js'
import { namesIn } from './names.js'
import { valuesIn } from './values.js'
import { plainText, plainWording, type Wording } from './words.js'

/**
 * Labels of rights, kinds, actions, modules, values and codes in one language, each list sorted by
 * name. The texts are plain.
 */
export function metaOf(lang: Language) {
  const { rights, journalKinds, dealActions, reportModules } = namesIn(lang)
  return {
    lang,
    rights: named(rights),
    journal_kinds: named(journalKinds),
    deal_actions: named(dealActions),
    report_modules: named(reportModules),
    values: named(valuesIn(lang)),
    codes: Object.entries(codesIn(lang)).map(([name, { when, repeat }]) => ({
      name,
      text: plainText(when),
      repeat: plainText(repeat),
    })),
  }
}

function named(words: Readonly<Record<string, Wording>>) {
  return Object.entries(words).map(([name, wording]) => ({ name, ...plainWording(wording) }))
}

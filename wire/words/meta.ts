import type { Language } from '../generated/languages.js'
import { CODE_WORDS } from './codes.js'
import { namesIn } from './names.js'
import { VALUE_WORDS } from './values.js'
import type { Wording } from './words.js'

/** What the contract's rights, kinds, actions, modules, values and codes are called in one language, each list by name. */
export function metaOf(lang: Language) {
  const { rights, journalKinds, dealActions, reportModules } = namesIn(lang)
  const values = Object.entries(VALUE_WORDS).map(([name, words]) => {
    const [label, text] = words[lang]
    return [name, { label, text }] as const
  })
  return {
    lang,
    rights: named(rights),
    journal_kinds: named(journalKinds),
    deal_actions: named(dealActions),
    report_modules: named(reportModules),
    values: named(Object.fromEntries(values)),
    codes: Object.entries(CODE_WORDS).map(([name, words]) => {
      const { when, repeat } = words[lang]
      return { name, text: when, repeat }
    }),
  }
}

function named(words: Readonly<Record<string, Wording>>) {
  return Object.entries(words).map(([name, { label, text }]) => ({ name, label, text }))
}

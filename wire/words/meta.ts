import { CODE_WORDS } from './codes.js'
import { DEAL_ACTION_WORDS } from './deal-actions.js'
import { JOURNAL_KIND_WORDS } from './journal-kinds.js'
import { REPORT_MODULE_WORDS } from './report-modules.js'
import { RIGHT_WORDS } from './rights.js'
import { VALUE_WORDS } from './values.js'
import type { Words } from './words.js'

/** What the contract's rights, kinds, actions, modules, values and codes are called in one language, each list by name. */
export function metaOf(lang: keyof Words) {
  return {
    lang,
    rights: named(RIGHT_WORDS, lang),
    journal_kinds: named(JOURNAL_KIND_WORDS, lang),
    deal_actions: named(DEAL_ACTION_WORDS, lang),
    report_modules: named(REPORT_MODULE_WORDS, lang),
    values: named(VALUE_WORDS, lang),
    codes: Object.entries(CODE_WORDS).map(([name, words]) => {
      const { when, repeat } = words[lang]
      return { name, text: when, repeat }
    }),
  }
}

function named(words: Readonly<Record<string, Words>>, lang: keyof Words) {
  return Object.entries(words).map(([name, of]) => {
    const [label, text] = of[lang]
    return { name, label, text }
  })
}

import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The words of the trade in both languages, and words that are not used in their place (docs/build/glossary.json). */
export interface Glossary {
  readonly sections: readonly { readonly title: string; readonly terms: readonly Term[] }[]
  /** English words that the project does not use at all. */
  readonly dialect: readonly Phrases[]
  /** More of them, in comments: pages may need the word. */
  readonly comments: readonly Phrases[]
}

interface Phrases {
  readonly words: readonly string[]
  readonly write: string
}

interface Term {
  readonly en: string
  readonly de: string
  readonly meaning: string
  readonly not?: Partial<Record<GlossaryLanguage, readonly string[]>>
}

export type GlossaryLanguage = 'en' | 'de'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

export const GLOSSARY = JSON.parse(
  readFileSync(join(ROOT, 'docs/build/glossary.json'), 'utf8'),
) as Glossary

interface Unused {
  readonly word: string
  readonly write: string
  readonly found: RegExp
}

const UNUSED: Readonly<Record<GlossaryLanguage, readonly Unused[]>> = {
  en: [...unusedPhrases(GLOSSARY.dialect), ...termsNot('en', 'i')],
  // A German verb differs from its noun by the capital letter.
  de: termsNot('de', ''),
}

/** Each phrase with the pattern that finds it in a text. */
export function unusedPhrases(phrases: readonly Phrases[]): Unused[] {
  return phrases.flatMap(({ words, write }) => words.map((word) => unused(word, write, 'i')))
}

function termsNot(language: GlossaryLanguage, flags: string): Unused[] {
  const terms = GLOSSARY.sections.flatMap((section) => section.terms)
  return terms.flatMap(({ [language]: write, not }) =>
    (not?.[language] ?? []).map((word) => unused(word, write, flags)),
  )
}

/** A part of a compound with a hyphen is another word: E-Mail is not Mail. */
function unused(word: string, write: string, flags: string): Unused {
  return { word, write, found: new RegExp(`(?<![\\p{L}\\d-])${word}(?![\\p{L}\\d-])`, `u${flags}`) }
}

/** The words in a text that the project does not use, each with the word to write. */
export function unusedWords(text: string, language: GlossaryLanguage): readonly Unused[] {
  return UNUSED[language].filter(({ found }) => found.test(text))
}

import { LANGUAGES, type Language } from '../generated/languages.js'
import { letters } from '../generated/letters.js'

type LetterFolder = ReturnType<(typeof letters)[Language]>

export type LetterMessages = LetterFolder['emails']

/** The language of an account, such as `de` or `de-AT`; English if the server has no texts in it. */
export function readerLanguage(language: string): Language {
  const wanted = language.toLowerCase()
  const codes = Object.keys(LANGUAGES) as Language[]
  const named = (code: string) => codes.find((one) => one.toLowerCase() === code)
  return named(wanted) ?? named(wanted.slice(0, 2)) ?? 'en'
}

/** The texts of the server's e-mails in one language. */
export function lettersIn(language: Language): LetterFolder {
  return letters[language]()
}

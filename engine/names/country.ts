import { LANGUAGES } from '../generated/languages.js'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

let codes: ReadonlyMap<string, string> | undefined

/**
 * A country in comparable form: its ISO 3166 code, if the text is the code or the country's name in
 * a language of the message files. Sign-up pages send codes, and staff write names into offers. Any other text is
 * compared ignoring case.
 */
export function comparableCountry(text: string): string {
  const wanted = text.trim().toLowerCase()
  codes ??= knownCodes()
  return codes.get(wanted) ?? wanted
}

/**
 * True if the text is the ISO 3166 code of a country, or its name in a language of the message
 * files.
 */
export function isCountry(text: string): boolean {
  codes ??= knownCodes()
  return codes.has(text.trim().toLowerCase())
}

function knownCodes(): Map<string, string> {
  const names = Object.keys(LANGUAGES).map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  const known = new Map<string, string>()
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
    // Maps former codes to current ones, such as UK to GB.
    const { region = code } = new Intl.Locale(`und-${code}`)
    known.set(code.toLowerCase(), region)
    for (const inLanguage of names) {
      const name = inLanguage.of(region)
      if (name !== undefined) known.set(name.toLowerCase(), region)
    }
  }
  return known
}

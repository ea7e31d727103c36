const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The region codes that are not countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** The countries sorted by name in the language. Obsolete codes are left out. */
export function countries(language: string): (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const codes = [...LETTERS].flatMap((one) => [...LETTERS].map((other) => one + other))
  return codes
    .filter((code) => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .map((code) => [code, names.of(code) ?? ''] as const)
    .filter(([, name]) => name !== '')
    .sort(([, one], [, other]) => one.localeCompare(other, language))
}

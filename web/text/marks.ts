/** The thousands separator and the decimal mark of a language. */
interface Marks {
  readonly group: string
  readonly decimal: string
}

const known = new Map<string, Marks>()

/** `Intl` is slow and rounds, so it is used once per language, and only to find the separators. */
function marksOf(language: string): Marks {
  const before = known.get(language)
  if (before !== undefined) return before
  const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(1_000.5)
  const mark = (type: string, usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual
  const marks = { group: mark('group', ','), decimal: mark('decimal', '.') }
  known.set(language, marks)
  return marks
}

let current = marksOf('en')

/** The separators of the page's language. */
export const marks = (): Marks => current

/** Sets the language for formatting and parsing numbers. */
export function writeNumbersIn(language: string): void {
  current = marksOf(language)
}

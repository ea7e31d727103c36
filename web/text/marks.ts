/** The marks by which a language writes numbers. */
interface Marks {
  readonly group: string
  readonly decimal: string
}

const known = new Map<string, Marks>()

/** `Intl` is slow and its text is not exact, so it is asked once for each language, and for the marks only. */
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

/** The marks of the page's language. */
export const marks = (): Marks => current

/** Sets the language in which numbers are written and read from now on. */
export function writeNumbersIn(language: string): void {
  current = marksOf(language)
}

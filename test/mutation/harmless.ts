/**
 * Mistakes that change nothing which anybody would see, by what they change and not by their line: they are
 * not planted. Each has its reason.
 */
interface Harmless {
  readonly file: string
  /** The change as the table of a run shows it. */
  readonly change: string
  readonly why: string
}

const HARMLESS: readonly Harmless[] = [
  {
    file: 'engine/config/world.ts',
    change: 'this.#byName.set(kind, index); → nothing',
    why: 'the index is made anew for each look, which is slower',
  },
  {
    file: 'engine/margin-watch/terms.ts',
    change: 'this.#conversions.set(key, conversion); → nothing',
    why: 'the conversion is made anew for each symbol, which is slower',
  },
  {
    file: 'engine/account/rules/waiting.ts',
    change: "!('deviationPts' in request) || request.price === '' → !('deviationPts' in request)",
    why: 'an empty price is no price further down either',
  },
]

/** `at` is `file:line`. */
export function whyHarmless(at: string, change: string): string | undefined {
  const file = at.slice(0, at.lastIndexOf(':'))
  return HARMLESS.find((one) => one.file === file && one.change === change)?.why
}

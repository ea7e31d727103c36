/** A field in which the tables are not as the log, or another table, has it. */
export interface Difference {
  /** Subject of the difference, e.g. `account 1001`, `deal 77`, `journal`. */
  readonly subject: string
  readonly field: string
  readonly stored: string
  readonly computed: string
}

const LISTED_MAX = 1_000

/** Collects what was found; beyond the first thousand it only counts. */
export class Differences {
  readonly list: Difference[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  add(subject: string, field: string, stored: unknown, computed: unknown): void {
    this.#count += 1
    if (this.list.length >= LISTED_MAX) return
    this.list.push({ subject, field, stored: String(stored), computed: String(computed) })
  }

  /** Every field of `computed` must be the same in `stored`, which is undefined when there is no row. */
  compare(subject: string, stored: object | undefined, computed: object): void {
    if (stored === undefined) {
      this.add(subject, 'row', 'missing', 'there')
      return
    }
    const found = stored as Readonly<Record<string, unknown>>
    const expected = computed as Readonly<Record<string, unknown>>
    for (const field in expected) {
      if (found[field] !== expected[field]) this.add(subject, field, found[field], expected[field])
    }
  }
}

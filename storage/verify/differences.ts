/** A field in which the tables differ from the log or from another table. */
export interface Difference {
  /** The subject of the difference, such as `account 1001`, `deal 77` or `journal`. */
  readonly subject: string
  readonly field: string
  readonly stored: string
  readonly computed: string
}

const LISTED_MAX = 1_000

/** Collects differences; beyond the first thousand it only counts. */
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

  /** Compares each field of `computed` with `stored`, which is undefined if there is no row. */
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

/**
 * Counts durations by size, for quantiles within 1 %, in constant memory. Each doubling has `PARTS`
 * counts of the same width.
 */
const PARTS = 64

/** The counts of buckets by the index of the bucket. */
export type KeptQuantiles = Readonly<Record<string, number>>

export class Quantiles {
  readonly #counts: Map<number, number>
  #total = 0

  constructor(kept: KeptQuantiles = {}) {
    this.#counts = new Map(Object.entries(kept).map(([place, count]) => [Number(place), count]))
    for (const count of this.#counts.values()) this.#total += count
  }

  /** Counts a whole number of at least 0. */
  add(value: number): void {
    const place = placeOf(Math.max(0, Math.round(value)))
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1)
    this.#total++
  }

  /**
   * The value that this share of the counted values does not exceed; null if nothing was counted.
   */
  at(share: number): number | null {
    if (this.#total === 0) return null
    const wanted = Math.max(1, Math.ceil(this.#total * share))
    let seen = 0
    for (const [place, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      seen += count
      if (seen >= wanted) return valueAt(place)
    }
    return null
  }

  kept(): KeptQuantiles {
    return Object.fromEntries(this.#counts)
  }
}

/** The index of a value. Values below `PARTS` each have their own count. */
function placeOf(value: number): number {
  if (value < PARTS) return value
  const doublings = Math.floor(Math.log2(value / PARTS))
  return PARTS * (doublings + 1) + Math.floor(value / 2 ** doublings) - PARTS
}

/** The middle of the values that share an index. */
function valueAt(place: number): number {
  if (place < PARTS) return place
  const doublings = Math.floor(place / PARTS) - 1
  const width = 2 ** doublings
  return ((place % PARTS) + PARTS) * width + (width - 1) / 2
}

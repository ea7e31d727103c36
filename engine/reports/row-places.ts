/**
 * Byte offsets of rows in a file: of the first row, of each `step`th row after it, and of the end
 * of the last one.
 */
export interface RowPlaces {
  readonly step: number
  readonly at: readonly number[]
  readonly end: number
}

const STEP_FIRST = 64
/**
 * Maximum number of offsets per file, for any number of rows. Beyond it, every second offset is
 * dropped.
 */
export const PLACES_MAX = 4096

/** Records the offsets of rows while a file is written. */
export class RowMarks {
  #step: number
  #at: number[]
  #end: number
  #rows: number

  constructor({ step, at, end }: RowPlaces = { step: STEP_FIRST, at: [], end: 0 }, rows = 0) {
    this.#step = step
    this.#at = [...at]
    this.#end = end
    this.#rows = rows
  }

  get rows(): number {
    return this.#rows
  }

  add(begin: number, end: number): void {
    if (this.#rows % this.#step === 0) {
      this.#at.push(begin)
      if (this.#at.length > PLACES_MAX) {
        this.#at = this.#at.filter((_, i) => i % 2 === 0)
        this.#step *= 2
      }
    }
    this.#rows++
    this.#end = end
  }

  places(): RowPlaces {
    return { step: this.#step, at: this.#at, end: this.#end }
  }
}

/**
 * The range of bytes that contains the requested rows, beginning at a known offset, and the number
 * of its first row.
 */
export function spanOfRows(
  { step, at, end }: RowPlaces,
  offset: number,
  limit: number,
): { readonly from: number; readonly to: number; readonly first: number } | null {
  const mark = Math.floor(offset / step)
  const from = at[mark]
  if (from === undefined) return null
  return { from, to: at[Math.ceil((offset + limit) / step)] ?? end, first: mark * step }
}

/** Keeps the first rows by an order, up to a number, of all rows that are added. */
export class FirstOf<Row> {
  readonly #most: number
  readonly #order: (a: Row, b: Row) => number
  readonly #rows: Row[] = []

  constructor(most: number, order: (a: Row, b: Row) => number) {
    this.#most = most
    this.#order = order
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  /**
   * The last row, if there is no room left: a row after it is not added; undefined while there is
   * room.
   */
  get last(): Row | undefined {
    return this.#rows.length < this.#most ? undefined : this.#rows.at(-1)
  }

  put(row: Row): void {
    const { last } = this
    if (last !== undefined) {
      if (this.#order(row, last) >= 0) return
      this.#rows.pop()
    }
    let [from, to] = [0, this.#rows.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#order(row, this.#rows[middle] as Row) < 0) to = middle
      else from = middle + 1
    }
    this.#rows.splice(from, 0, row)
  }
}

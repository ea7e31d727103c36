/**
 * Iterates over the values of a map a few at a time, so that each is visited once in `everyMs`.
 * Work for all of them in the same moment would delay everyone's answers. Values added or removed
 * meanwhile may shift the turn of others.
 */
export class Rotation<Value> {
  readonly #values: ReadonlyMap<unknown, Value>
  readonly #everyMs: number
  #inTurn: IterableIterator<Value>
  /** The part of a turn that the next call adds, in milliseconds times values. */
  #part = 0

  constructor(values: ReadonlyMap<unknown, Value>, everyMs: number) {
    this.#values = values
    this.#everyMs = everyMs
    this.#inTurn = values.values()
  }

  /** Calls `take` for the values whose turn comes in the next `ms`, once for each. */
  forEach(ms: number, take: (value: Value) => void): void {
    const { size } = this.#values
    this.#part = Math.min(this.#part + size * ms, size * this.#everyMs)
    const due = Math.floor(this.#part / this.#everyMs)
    this.#part -= due * this.#everyMs
    for (let left = due; left > 0; left--) {
      let next = this.#inTurn.next()
      if (next.done === true) {
        this.#inTurn = this.#values.values()
        next = this.#inTurn.next()
      }
      if (next.done === true) return
      take(next.value)
    }
  }
}

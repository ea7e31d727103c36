/**
 * The values of a map in turn, so many at a time that each has its turn once in `everyMs`: what is due of all of them
 * each second does not hold up everybody's answers at once. Those that come or go meanwhile may move a turn.
 */
export class Rotation<Value> {
  readonly #values: ReadonlyMap<unknown, Value>
  readonly #everyMs: number
  #inTurn: IterableIterator<Value>
  /** The part of a turn that carries over to the next call, in milliseconds times values. */
  #part = 0

  constructor(values: ReadonlyMap<unknown, Value>, everyMs: number) {
    this.#values = values
    this.#everyMs = everyMs
    this.#inTurn = values.values()
  }

  /** Hands over the values whose turn comes in the next `ms`, each of them once. */
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

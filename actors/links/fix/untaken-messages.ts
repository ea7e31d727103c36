/**
 * Which number of a FIX session counts as received: what was delivered and not taken holds it back.
 *
 *   N1. The number lies before every message that is not taken.
 *   N2. After a reset nothing of before holds it back, and no mark of before means anything.
 */
export class UntakenMessages {
  /** By mark, in the order of their numbers. */
  readonly #seqs = new Map<number, number>()
  #marks = 0
  #nextIn = 1
  /** The number that was told last. */
  #told = 1

  get size(): number {
    return this.#seqs.size
  }

  begin(nextIn: number): void {
    this.#nextIn = nextIn
    this.#told = nextIn
  }

  /** Its mark. */
  deliver(seq: number): number {
    this.#marks++
    this.#seqs.set(this.#marks, seq)
    return this.#marks
  }

  take(mark: number): void {
    this.#seqs.delete(mark)
  }

  receive(nextIn: number): void {
    this.#nextIn = nextIn
  }

  reset(): void {
    this.#seqs.clear()
    this.#nextIn = 1
    this.#told = 1
  }

  /** The number of the next message, if it is another than was told. */
  news(): number | undefined {
    const [first] = this.#seqs.values()
    const nextIn = Math.min(first ?? this.#nextIn, this.#nextIn)
    if (nextIn === this.#told) return undefined
    this.#told = nextIn
    return nextIn
  }
}

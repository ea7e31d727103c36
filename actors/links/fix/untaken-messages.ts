/**
 * Which number of a FIX session counts as received: what was delivered and not taken holds it back.
 *
 *   N1. The number lies before every message that is not taken.
 *   N2. After a reset nothing of before holds it back, and no mark of before means anything.
 */
export class UntakenMessages {
  /** The sequence number of each untaken message, by mark, in the order of the numbers. */
  readonly #seqs = new Map<number, number>()
  #marks = 0
  #nextIn = 1
  /** The sequence number that `news` answered last. */
  #told = 1

  get size(): number {
    return this.#seqs.size
  }

  begin(nextIn: number): void {
    this.#nextIn = nextIn
    this.#told = nextIn
  }

  /** Notes a delivered message; answers its mark. */
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

  /** The sequence number to go on from; undefined if it is the one answered last. */
  news(): number | undefined {
    const [first] = this.#seqs.values()
    const nextIn = Math.min(first ?? this.#nextIn, this.#nextIn)
    if (nextIn === this.#told) return undefined
    this.#told = nextIn
    return nextIn
  }
}

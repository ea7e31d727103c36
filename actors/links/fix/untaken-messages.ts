/**
 * Computes which sequence number of a FIX session counts as received, given the delivered messages
 * that are not confirmed.
 *
 *   - The number is lower than that of every unconfirmed message.
 *   - After a reset, earlier messages and marks no longer count.
 */
export class UntakenMessages {
  /** The sequence number of each unconfirmed message by mark, in order of the numbers. */
  readonly #seqs = new Map<number, number>()
  #marks = 0
  #nextIn = 1
  /** The sequence number that `news` returned last. */
  #told = 1

  get size(): number {
    return this.#seqs.size
  }

  begin(nextIn: number): void {
    this.#nextIn = nextIn
    this.#told = nextIn
  }

  /** Records a delivered message and returns its mark. */
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

  /** The next sequence number to continue from; undefined if it has not changed. */
  news(): number | undefined {
    const [first] = this.#seqs.values()
    const nextIn = Math.min(first ?? this.#nextIn, this.#nextIn)
    if (nextIn === this.#told) return undefined
    this.#told = nextIn
    return nextIn
  }
}

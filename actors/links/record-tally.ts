/** The records of connections that were kept and left out, by what the batches of one thread after the other say. */
export class RecordTally {
  kept = 0
  /** Of threads that have ended. */
  #droppedBefore = 0
  readonly #dropped = new Map<number, number>()

  get dropped(): number {
    let sum = this.#droppedBefore
    for (const count of this.#dropped.values()) sum += count
    return sum
  }

  /** The counts that a batch brings are those of the thread so far; answers the connections that left out more since. */
  take(kept: number, dropped: readonly (readonly [id: number, count: number])[]): Set<number> {
    this.kept += kept
    const more = new Set<number>()
    for (const [id, count] of dropped) {
      if (count > (this.#dropped.get(id) ?? 0)) more.add(id)
      this.#dropped.set(id, count)
    }
    return more
  }

  /** Another thread counts from 0 on. */
  begin(): void {
    this.#droppedBefore = this.dropped
    this.#dropped.clear()
  }
}

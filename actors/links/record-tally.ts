/** Counts stored and dropped records of connections, over several runs of the thread. */
export class RecordTally {
  kept = 0
  /** Records dropped by threads that have ended. */
  #droppedBefore = 0
  readonly #dropped = new Map<number, number>()

  get dropped(): number {
    let sum = this.#droppedBefore
    for (const count of this.#dropped.values()) sum += count
    return sum
  }

  /**
   * Adds the counts in a batch, which are totals of its thread so far. Returns the connections that
   * have dropped more since then.
   */
  take(kept: number, dropped: readonly (readonly [id: number, count: number])[]): Set<number> {
    this.kept += kept
    const more = new Set<number>()
    for (const [id, count] of dropped) {
      if (count > (this.#dropped.get(id) ?? 0)) more.add(id)
      this.#dropped.set(id, count)
    }
    return more
  }

  /** Begins to count for a new thread, whose counts start from 0. */
  begin(): void {
    this.#droppedBefore = this.dropped
    this.#dropped.clear()
  }
}

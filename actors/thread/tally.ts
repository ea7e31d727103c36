/** Counts by key and in total; a key with a count of 0 uses no memory. */
export class Tally {
  readonly #counts = new Map<string | number, number>()
  #all = 0

  get all(): number {
    return this.#all
  }

  of(key: string | number): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string | number): void {
    this.#counts.set(key, this.of(key) + 1)
    this.#all++
  }

  /** Subtracts one; a key that was not added stays at 0. */
  remove(key: string | number): void {
    const count = this.of(key)
    if (count === 0) return
    if (count > 1) this.#counts.set(key, count - 1)
    else this.#counts.delete(key)
    this.#all--
  }
}

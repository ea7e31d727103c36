/**
 * Entries by key, in order of last use.
 *
 *   - There are at most `entriesMax` entries, and `groupMax` of one group (a network), so a flood
 *     of keys from one network only displaces entries of that network.
 *   - The least recently used entry makes room; one that must stay is dropped only if there is no
 *     other.
 */
export interface BoundedTableOptions<Entry> {
  readonly entriesMax: number
  readonly groupMax?: number
  /**
   * True if the table may drop the entry without losing anything. Without this function it may drop
   * any entry.
   */
  mayGo?(entry: Entry, now: number): boolean
}

interface Held<Entry> {
  readonly entry: Entry
  readonly group: string | null
}

export class BoundedTable<Entry> {
  readonly #options: BoundedTableOptions<Entry>
  readonly #held = new Map<string, Held<Entry>>()
  readonly #groups = new Map<string, number>()

  constructor(options: BoundedTableOptions<Entry>) {
    this.#options = options
  }

  get size(): number {
    return this.#held.size
  }

  /** The number of groups with entries; no other groups are stored. */
  get groupCount(): number {
    return this.#groups.size
  }

  get(key: string): Entry | undefined {
    return this.#held.get(key)?.entry
  }

  /** The entry, marked as most recently used; `make` creates a missing one. */
  touch(key: string, now: number, make: () => Entry, group: string | null = null): Entry {
    const known = this.#held.get(key)
    if (known !== undefined) {
      this.#held.delete(key)
      this.#held.set(key, known)
      return known.entry
    }
    this.#makeRoom(group, now)
    const held = { entry: make(), group }
    this.#held.set(key, held)
    if (group !== null) this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1)
    return held.entry
  }

  delete(key: string): void {
    const held = this.#held.get(key)
    if (held === undefined) return
    this.#held.delete(key)
    const { group } = held
    if (group === null) return
    const left = (this.#groups.get(group) ?? 0) - 1
    if (left > 0) this.#groups.set(group, left)
    else this.#groups.delete(group)
  }

  #makeRoom(group: string | null, now: number): void {
    const { entriesMax, groupMax = entriesMax } = this.#options
    const isGroupFull = group !== null && (this.#groups.get(group) ?? 0) >= groupMax
    if (!isGroupFull && this.#held.size < entriesMax) return
    const goes = this.#oldest(isGroupFull ? group : null, now)
    if (goes !== undefined) this.delete(goes)
  }

  /** The oldest entry that may be dropped, of one group or of all. */
  #oldest(group: string | null, now: number): string | undefined {
    const { mayGo } = this.#options
    let first: string | undefined
    for (const [key, held] of this.#held) {
      if (group !== null && held.group !== group) continue
      if (mayGo === undefined || mayGo(held.entry, now)) return key
      first ??= key
    }
    return first
  }
}

import { grownCapacity } from './level-queue.js'

/**
 * Finds the slot of an owner's number: open addressing over a table of slots, four to eight bytes
 * each.
 *
 *   - A number is at its home or after it, without an empty place between; a removal closes the gap
 *     and leaves no tombstone.
 *   - The table size is a power of two, at most three quarters full.
 */
export class OwnerIndex {
  /** The owner of each slot. Owners must be whole numbers below 2^53. */
  owners = new Float64Array(0)
  #table = new Uint32Array(16)
  #shift = 28
  #count = 0

  get bytes(): number {
    return this.owners.byteLength + this.#table.byteLength
  }

  /** The slot of an owner; undefined if it has none. */
  find(owner: number): number | undefined {
    const entry = this.#table[this.#placeOf(owner)] as number
    return entry === EMPTY ? undefined : entry - 1
  }

  add(owner: number, slot: number): void {
    if (slot >= this.owners.length) {
      const owners = new Float64Array(Math.max(slot + 1, grownCapacity(this.owners.length)))
      owners.set(this.owners)
      this.owners = owners
    }
    this.owners[slot] = owner
    if (++this.#count > (this.#table.length >> 2) * 3) this.#widen()
    this.#table[this.#placeOf(owner)] = slot + 1
  }

  remove(owner: number): void {
    const mask = this.#table.length - 1
    let gap = this.#placeOf(owner)
    for (let next = (gap + 1) & mask; ; next = (next + 1) & mask) {
      const entry = this.#table[next] as number
      if (entry === EMPTY) break
      const home = this.#homeOf(this.owners[entry - 1] as number)
      // This entry may fill the gap if its home slot is not between the gap and its current slot.
      if (((next - home) & mask) >= ((next - gap) & mask)) {
        this.#table[gap] = entry
        gap = next
      }
    }
    this.#table[gap] = EMPTY
    this.#count--
  }

  /** The table index of the owner, or the empty index where it belongs. */
  #placeOf(owner: number): number {
    const mask = this.#table.length - 1
    let place = this.#homeOf(owner)
    for (;;) {
      const entry = this.#table[place] as number
      if (entry === EMPTY || this.owners[entry - 1] === owner) return place
      place = (place + 1) & mask
    }
  }

  #homeOf(owner: number): number {
    const high = Math.floor(owner / 2 ** 32)
    return Math.imul((owner >>> 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> this.#shift
  }

  #widen(): void {
    const old = this.#table
    this.#table = new Uint32Array(old.length * 2)
    this.#shift--
    for (const entry of old) {
      if (entry !== EMPTY) this.#table[this.#placeOf(this.owners[entry - 1] as number)] = entry
    }
  }
}

/** Marks an empty entry. Other entries are slot numbers plus one. */
const EMPTY = 0

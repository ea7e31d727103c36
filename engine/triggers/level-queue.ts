import { assert } from '../assert.js'

/**
 * A priority queue of numbered entries by rising key, in typed arrays: a heap with four children
 * per node and the place of every entry, so that any entry can be removed. Adding costs O(1) on
 * average, everything else O(log n).
 *
 *   - No entry comes before one with a smaller key, or with the same key and a smaller `order`.
 *   - `at` of the places is an entry's index in the heap of its queue; an entry is in at most one
 *     of the queues that share the places.
 *   - Only growing allocates: an entry takes 12 bytes in its queue and 12 in the places.
 */
export class LevelQueue {
  readonly #places: QueuePlaces
  #keys = NO_KEYS
  #slots = NO_SLOTS
  #length = 0

  constructor(places: QueuePlaces) {
    this.#places = places
  }

  get length(): number {
    return this.#length
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#slots.byteLength
  }

  /** The smallest key; infinity if the queue is empty. */
  get firstKey(): number {
    return this.#length === 0 ? Number.POSITIVE_INFINITY : (this.#keys[0] as number)
  }

  add(slot: number, key: number): void {
    const place = this.#length
    if (place === this.#keys.length) {
      const capacity = grownCapacity(place)
      this.#keys = grow(this.#keys, new Float64Array(capacity))
      this.#slots = grow(this.#slots, new Uint32Array(capacity))
    }
    this.#length = place + 1
    this.#rise(place, slot, key)
  }

  remove(slot: number): void {
    const place = this.#placeOf(slot)
    const last = --this.#length
    this.#places.at[slot] = NOWHERE
    if (place < last) {
      this.#settle(place, this.#slots[last] as number, this.#keys[last] as number)
    }
  }

  /** Changes the key of an entry. The entry keeps its order among equal keys. */
  move(slot: number, key: number): void {
    const place = this.#placeOf(slot)
    if (this.#keys[place] !== key) this.#settle(place, slot, key)
  }

  /** Removes the first entry. The queue must not be empty. */
  take(): number {
    const first = this.#slots[0] as number
    this.remove(first)
    return first
  }

  /**
   * Calls `tell` for the entries with keys up to this one, unordered; they stay. The cost is
   * proportional to their number.
   */
  upTo(key: number, tell: (slot: number) => void, from = 0): void {
    if (from >= this.#length || (this.#keys[from] as number) > key) return
    tell(this.#slots[from] as number)
    const first = 4 * from + 1
    const end = Math.min(first + 4, this.#length)
    for (let child = first; child < end; child++) {
      if ((this.#keys[child] as number) <= key) this.upTo(key, tell, child)
    }
  }

  /** All slots of the queue, in no particular order. */
  slots(): Uint32Array {
    return this.#slots.subarray(0, this.#length)
  }

  #placeOf(slot: number): number {
    const place = this.#places.at[slot] as number
    assert(place < this.#length && this.#slots[place] === slot, 'the entry is in this queue')
    return place
  }

  #settle(place: number, slot: number, key: number): void {
    const parent = (place - 1) >> 2
    if (place > 0 && this.#isBefore(slot, key, parent)) this.#rise(place, slot, key)
    else this.#sink(place, slot, key)
  }

  #rise(from: number, slot: number, key: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 2
      if (!this.#isBefore(slot, key, parent)) break
      this.#put(place, this.#slots[parent] as number, this.#keys[parent] as number)
      place = parent
    }
    this.#put(place, slot, key)
  }

  #sink(from: number, slot: number, key: number): void {
    const keys = this.#keys
    let place = from
    for (;;) {
      const first = 4 * place + 1
      if (first >= this.#length) break
      const end = Math.min(first + 4, this.#length)
      let least = first
      let leastKey = keys[first] as number
      for (let child = first + 1; child < end; child++) {
        const childKey = keys[child] as number
        if (childKey > leastKey) continue
        if (childKey === leastKey && !this.#isSetBefore(child, least)) continue
        least = child
        leastKey = childKey
      }
      if (this.#isBefore(slot, key, least)) break
      this.#put(place, this.#slots[least] as number, leastKey)
      place = least
    }
    this.#put(place, slot, key)
  }

  #isSetBefore(place: number, other: number): boolean {
    const { order } = this.#places
    const [slot, otherSlot] = [this.#slots[place] as number, this.#slots[other] as number]
    return (order[slot] as number) < (order[otherSlot] as number)
  }

  #isBefore(slot: number, key: number, place: number): boolean {
    const other = this.#keys[place] as number
    if (key !== other) return key < other
    const { order } = this.#places
    return (order[slot] as number) < (order[this.#slots[place] as number] as number)
  }

  #put(place: number, slot: number, key: number): void {
    this.#keys[place] = key
    this.#slots[place] = slot
    this.#places.at[slot] = place
  }
}

/** The index that marks an entry as being in no queue. */
export const NOWHERE = 0xffff_ffff

const NO_KEYS = new Float64Array(0)
const NO_SLOTS = new Uint32Array(0)
const NO_ORDERS = new Float64Array(0)

/** Entries that several queues share: their numbers, and the index of each in its queue. */
export class QueuePlaces {
  at = NO_SLOTS
  /** Decides which of two entries with equal keys comes first. */
  order = NO_ORDERS
  /** The number of slots used so far. Free slots are linked through their `at`. */
  #used = 0
  #free = NOWHERE

  get capacity(): number {
    return this.at.length
  }

  get bytes(): number {
    return this.at.byteLength + this.order.byteLength
  }

  /**
   * Returns a free slot that is in no queue. Capacity may have grown; data indexed by slot must
   * grow with it.
   */
  take(order: number): number {
    let slot = this.#free
    if (slot === NOWHERE) {
      slot = this.#used++
      if (slot === this.capacity) {
        const capacity = grownCapacity(slot)
        this.at = grow(this.at, new Uint32Array(capacity))
        this.order = grow(this.order, new Float64Array(capacity))
      }
    } else this.#free = this.at[slot] as number
    this.at[slot] = NOWHERE
    this.order[slot] = order
    return slot
  }

  /** Frees the slot of an entry that is no longer in a queue. */
  giveBack(slot: number): void {
    this.order[slot] = -1
    this.at[slot] = this.#free
    this.#free = slot
  }
}

const LARGE = 65_536

/**
 * The next capacity: half as much more, a quarter when large, so that a million entries leave little unused.
 */
export function grownCapacity(length: number): number {
  return Math.max(16, length + (length >> (length < LARGE ? 1 : 2)))
}

export function grow<Kind extends Uint8Array | Uint32Array | Float64Array>(
  from: Kind,
  to: Kind,
): Kind {
  to.set(from)
  return to
}

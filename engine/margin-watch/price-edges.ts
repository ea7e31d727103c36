import type { Quote } from '../book/prices.js'
import { grow, grownCapacity, LevelQueue, NOWHERE, QueuePlaces } from '../triggers/level-queue.js'

/**
 * Price edges beyond which an account must be checked again. A tick touches only the accounts whose
 * edge it crosses.
 *
 *   - An account has at most one edge for each watched quantity of a symbol: the tightest of those
 *     requested together.
 *   - A crossed edge stays, and is reported again at the next tick, until its account's edges are
 *     set again.
 */
export const BID_FALLS = 0
export const BID_RISES = 1
export const ASK_FALLS = 2
export const ASK_RISES = 3
export const SPREAD_FALLS = 4
export const SPREAD_RISES = 5
const WATCHED = 6

/**
 * The empty list of an owner's edges. Lists begin at a slot, so this value is a small integer that
 * is no slot.
 */
export const NO_EDGES = 0x7fff_ffff

/**
 * The edges to set. `safe` is the last value that needs no check: whole points, or infinite for no
 * edge.
 */
export interface Edges {
  want(symbolId: number, which: number, safe: number): void
}

export class PriceEdges implements Edges {
  readonly #places = new QueuePlaces()
  /** The six queues of each symbol, by its id. */
  readonly #queues: (LevelQueue | undefined)[] = []
  #owners = new Uint32Array(0)
  /** The queue of each slot, and the owner's next slot. */
  #queueOf = new Uint32Array(0)
  #next = new Uint32Array(0)
  /** The currently requested edges: keys by queue, valid if the stamp is current. */
  #wanted = new Float64Array(0)
  #stamps = new Uint32Array(0)
  #stamp = 0
  readonly #list: number[] = []

  get bytes(): number {
    const queues = this.#queues.reduce((sum, queue) => sum + (queue?.bytes ?? 0), 0)
    const own = this.#owners.byteLength + this.#queueOf.byteLength + this.#next.byteLength
    return queues + own + this.#places.bytes
  }

  /** Begins a new set of wanted edges. */
  beginWanted(): void {
    this.#list.length = 0
    this.#stamp = (this.#stamp + 1) >>> 0
    if (this.#stamp > 0) return
    this.#stamps.fill(0)
    this.#stamp = 1
  }

  want(symbolId: number, which: number, safe: number): void {
    const queue = symbolId * WATCHED + which
    // Keys rise with the distance from the price, in both directions.
    const key = isRise(which) ? safe + 1 : 1 - safe
    if (queue >= this.#stamps.length) this.#widen(queue)
    if (this.#stamps[queue] === this.#stamp) {
      if (key < (this.#wanted[queue] as number)) this.#wanted[queue] = key
      return
    }
    this.#stamps[queue] = this.#stamp
    this.#wanted[queue] = key
    this.#list.push(queue)
  }

  /** Replaces an owner's edges by the requested edges. Returns where the list of edges begins. */
  settle(owner: number, edges: number): number {
    let kept = NO_EDGES
    for (let slot = edges; slot !== NO_EDGES; ) {
      const following = this.#next[slot] as number
      const queue = this.#queueOf[slot] as number
      if (this.#stamps[queue] === this.#stamp) {
        this.#place(queue, slot, this.#wanted[queue] as number)
        this.#stamps[queue] = 0
        this.#next[slot] = kept
        kept = slot
      } else this.#drop(slot)
      slot = following
    }
    for (const queue of this.#list) {
      if (this.#stamps[queue] !== this.#stamp) continue
      const slot = this.#newSlot(owner, queue)
      this.#place(queue, slot, this.#wanted[queue] as number)
      this.#next[slot] = kept
      kept = slot
    }
    return kept
  }

  /** Reports the owners of the edges that this quote has crossed. */
  cross(symbolId: number, { bid, ask }: Quote, tell: (owner: number) => void): void {
    const tellOwner = (slot: number): void => tell(this.#owners[slot] as number)
    const first = symbolId * WATCHED
    for (let which = 0; which < WATCHED; which++) {
      const queue = this.#queues[first + which]
      if (queue === undefined) continue
      const value = which < ASK_FALLS ? bid : which < SPREAD_FALLS ? ask : ask - bid
      const key = isRise(which) ? value : 0 - value
      if (queue.firstKey <= key) queue.upTo(key, tellOwner)
    }
  }

  #place(which: number, slot: number, key: number): void {
    let queue = this.#queues[which]
    if (queue === undefined) {
      queue = new LevelQueue(this.#places)
      this.#queues[which] = queue
    }
    if (this.#places.at[slot] === NOWHERE) queue.add(slot, key)
    else queue.move(slot, key)
  }

  #drop(slot: number): void {
    if (this.#places.at[slot] !== NOWHERE) {
      this.#queues[this.#queueOf[slot] as number]?.remove(slot)
    }
    this.#places.giveBack(slot)
  }

  #newSlot(owner: number, queue: number): number {
    const slot = this.#places.take(owner)
    if (slot >= this.#owners.length) {
      const capacity = grownCapacity(this.#owners.length)
      this.#owners = grow(this.#owners, new Uint32Array(capacity))
      this.#queueOf = grow(this.#queueOf, new Uint32Array(capacity))
      this.#next = grow(this.#next, new Uint32Array(capacity))
    }
    this.#owners[slot] = owner
    this.#queueOf[slot] = queue
    return slot
  }

  #widen(queue: number): void {
    const length = Math.max(queue + 1, this.#stamps.length * 2)
    this.#wanted = grow(this.#wanted, new Float64Array(length))
    this.#stamps = grow(this.#stamps, new Uint32Array(length))
    while (this.#queues.length < length) this.#queues.push(undefined)
  }
}

function isRise(which: number): boolean {
  return (which & 1) === 1
}

import type { Login, PricePts } from '../units.js'
import { grow, grownCapacity, LevelQueue, NOWHERE, QueuePlaces } from './level-queue.js'
import { OwnerIndex } from './owner-index.js'
import { TRIGGER_KINDS, type Trigger, type TriggerKind, type TriggerSide } from './trigger.js'

/**
 * The levels on one symbol. A tick touches only those that it hits.
 *
 *   - An order or position has at most one level of a kind: setting it again replaces it. A removed
 *     level has no effect at once.
 *   G2. Hits are returned side by side, stops before limits; on a side in the order in which the
 *       market reached them, and of equal levels the one that was set first. Setting a level to its
 *       former value keeps its turn.
 *   G3. A hit stays until its owner removes or sets it again, and is returned once per round. A
 *       round ends when nothing more is due; levels that were hit and still exist wait for the next
 *       round. So a failed close is tried again at the next suitable tick, one that keeps failing
 *       does not block those behind it, and a round may take many turns.
 */
export class TriggerBook {
  readonly #places = new QueuePlaces()
  readonly #index = new OwnerIndex()
  readonly #queues: readonly LevelQueue[] = SIDES.map(() => new LevelQueue(this.#places))
  #logins = new Float64Array(0)
  #keys = new Float64Array(0)
  #sides = new Uint8Array(0)
  #set = 0
  #size = 0
  #hits: HitEntry[] = []
  #isRoundOpen = false

  get size(): number {
    return this.#size
  }

  /** The bytes that the book uses, apart from a few small objects. */
  get bytes(): number {
    const queues = this.#queues.reduce((sum, queue) => sum + queue.bytes, 0)
    const own = this.#logins.byteLength + this.#keys.byteLength + this.#sides.byteLength
    return queues + own + this.#places.bytes + this.#index.bytes
  }

  /** False if the level is already set with this value. */
  set(side: TriggerSide, level: PricePts, login: Login, kind: TriggerKind, id: number): boolean {
    const place = SIDES.indexOf(side)
    const key = keyOf(place, level)
    const owner = ownerOf(kind, id)
    const known = this.#index.find(owner)
    if (known !== undefined) {
      if (this.#sides[known] === place && this.#keys[known] === key) return false
      this.#drop(known)
    }
    const slot = known ?? this.#newSlot(owner, login)
    this.#places.order[slot] = this.#set++
    this.#sides[slot] = place
    this.#keys[slot] = key
    this.#queueOf(slot).add(slot, key)
    return true
  }

  /** False if the level did not exist. */
  remove(kind: TriggerKind, id: number): boolean {
    const owner = ownerOf(kind, id)
    const slot = this.#index.find(owner)
    if (slot === undefined) return false
    this.#drop(slot)
    this.#index.remove(owner)
    this.#places.giveBack(slot)
    this.#size--
    return true
  }

  /**
   * The triggers that are due at these prices. Levels may be set and removed between two results:
   * each returned one is due at that moment. A caller that stops early continues the same round at
   * the next call.
   */
  *hit(bid: PricePts, ask: PricePts): Generator<Trigger, void> {
    if (!this.#isRoundOpen) this.#beginRound()
    for (;;) {
      const queue = this.#firstDue(bid, ask)
      if (queue === undefined) break
      const slot = queue.take()
      this.#hits.push({ slot, order: this.#places.order[slot] as number })
      yield this.#trigger(slot)
    }
    this.#isRoundOpen = false
  }

  /** Yields every level, in no particular order. */
  *all(): Generator<Trigger & { readonly side: TriggerSide }, void> {
    const waiting = this.#hits.filter((hit) => this.#isStanding(hit)).map(({ slot }) => slot)
    for (const slots of [...this.#queues.map((queue) => queue.slots()), waiting]) {
      for (const slot of slots) {
        yield { ...this.#trigger(slot), side: SIDES[this.#sides[slot] as number] as TriggerSide }
      }
    }
  }

  #firstDue(bid: PricePts, ask: PricePts): LevelQueue | undefined {
    return this.#queues.find((queue, place) => {
      return queue.firstKey <= keyOf(place, goesByAsk(place) ? ask : bid)
    })
  }

  #beginRound(): void {
    const hits = this.#hits
    this.#isRoundOpen = true
    if (hits.length === 0) return
    this.#hits = []
    for (const hit of hits) {
      const { slot } = hit
      if (this.#isStanding(hit)) this.#queueOf(slot).add(slot, this.#keys[slot] as number)
    }
  }

  /** True if the entry was neither removed nor set again since it was queued. */
  #isStanding({ slot, order }: HitEntry): boolean {
    return this.#places.order[slot] === order && this.#places.at[slot] === NOWHERE
  }

  #newSlot(owner: number, login: Login): number {
    const slot = this.#places.take(0)
    if (slot >= this.#logins.length) {
      const capacity = grownCapacity(this.#logins.length)
      this.#logins = grow(this.#logins, new Float64Array(capacity))
      this.#keys = grow(this.#keys, new Float64Array(capacity))
      this.#sides = grow(this.#sides, new Uint8Array(capacity))
    }
    this.#logins[slot] = login
    this.#index.add(owner, slot)
    this.#size++
    return slot
  }

  /** Removes a slot from its queue, if it is in one. */
  #drop(slot: number): void {
    if (this.#places.at[slot] !== NOWHERE) this.#queueOf(slot).remove(slot)
  }

  #queueOf(slot: number): LevelQueue {
    return this.#queues[this.#sides[slot] as number] as LevelQueue
  }

  #trigger(slot: number): Trigger {
    const owner = this.#index.owners[slot] as number
    const kind = owner % KINDS_MAX
    return {
      login: this.#logins[slot] as number,
      kind: TRIGGER_KINDS[kind] as TriggerKind,
      id: (owner - kind) / KINDS_MAX,
      level: keyOf(this.#sides[slot] as number, this.#keys[slot] as number),
    }
  }
}

/** The sides in the order of G2. */
const SIDES: readonly TriggerSide[] = ['bid_below', 'ask_above', 'bid_above', 'ask_below']
const BID_BELOW = 0
const ASK_ABOVE = 1
const ASK_BELOW = 3

function goesByAsk(place: number): boolean {
  return place === ASK_ABOVE || place === ASK_BELOW
}

/** The key of a level. Larger keys are further from the market. Adding 0 turns -0 into 0. */
function keyOf(place: number, level: PricePts): number {
  return place === BID_BELOW || place === ASK_BELOW ? 0 - level : level
}

/** Reserves numbers for future kinds. Ids stay below 2^50. */
const KINDS_MAX = 8

function ownerOf(kind: TriggerKind, id: number): number {
  return id * KINDS_MAX + TRIGGER_KINDS.indexOf(kind)
}

interface HitEntry {
  readonly slot: number
  readonly order: number
}

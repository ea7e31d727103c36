import { assert } from '../../engine/assert.js'
import type { PricePts, UnixMs } from '../../engine/units.js'
import { randomKey } from '../thread/random.js'

/**
 * Ticks on their way from the pricer to the recorder, in shared memory: one writer (the links thread),
 * one reader (the history thread), no locks, nothing allocated.
 *
 *   R1. The reader gives ticks back only after it has stored them, so neither thread's end loses one;
 *       its successor goes on at the place that was stored with them (`moveTo`).
 *   R2. When the ring is full the newest ticks are dropped and counted: prices never wait for a disk.
 */
const CAPACITY = 131_072
const VALUES = 4
const HEAD_BYTES = 32
const ID_BYTES = 8
export const TICK_RING_BYTES = HEAD_BYTES + CAPACITY * VALUES * 8

const HEAD = 2
const TAIL = 3
const DROPPED = 4
/** Above the digits of a price, which are at most 10. */
const SYMBOL_STEP = 16

export type TakesTick = (
  symbolId: number,
  digits: number,
  bid: PricePts,
  ask: PricePts,
  at: UnixMs,
) => void

export class TickRing {
  readonly #words: Int32Array
  readonly #values: Float64Array
  /** The name of this run of the server. */
  readonly id: string

  constructor(memory: SharedArrayBuffer) {
    assert(memory.byteLength === TICK_RING_BYTES, 'the ring has its size')
    this.#words = new Int32Array(memory, 0, HEAD_BYTES / 4)
    this.#values = new Float64Array(memory, HEAD_BYTES)
    this.id = Buffer.from(memory, 0, ID_BYTES).toString('hex')
  }

  static create(): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(TICK_RING_BYTES)
    new Uint8Array(memory, 0, ID_BYTES).set(randomKey().subarray(0, ID_BYTES))
    return memory
  }

  /** The writer's. */
  push(symbolId: number, digits: number, bid: PricePts, ask: PricePts, at: UnixMs): void {
    const words = this.#words
    const head = words[HEAD] as number
    if ((head - Atomics.load(words, TAIL)) >>> 0 >= CAPACITY) {
      Atomics.add(words, DROPPED, 1)
      return
    }
    const values = this.#values
    const place = (head & (CAPACITY - 1)) * VALUES
    values[place] = symbolId * SYMBOL_STEP + digits
    values[place + 1] = bid
    values[place + 2] = ask
    values[place + 3] = at
    Atomics.store(words, HEAD, head + 1)
  }

  /** Ticks that were not given back. */
  get waiting(): number {
    return (Atomics.load(this.#words, HEAD) - Atomics.load(this.#words, TAIL)) >>> 0
  }

  /** The share of the ring that is full, from 0 to 1. */
  get load(): number {
    return this.waiting / CAPACITY
  }

  /** Ticks that found no room, since the server's start. */
  get dropped(): number {
    return Atomics.load(this.#words, DROPPED) >>> 0
  }

  /** The reader's: the oldest ticks, which stay in the ring. */
  read(count: number, take: TakesTick): void {
    assert(count <= this.waiting, 'only ticks that are there are read')
    const tail = Atomics.load(this.#words, TAIL)
    const values = this.#values
    for (let i = 0; i < count; i++) {
      const place = ((tail + i) & (CAPACITY - 1)) * VALUES
      const what = values[place] as number
      take(
        Math.floor(what / SYMBOL_STEP),
        what % SYMBOL_STEP,
        values[place + 1] as number,
        values[place + 2] as number,
        values[place + 3] as number,
      )
    }
  }

  /** The place of the reader after `count` more ticks: to be stored with them. */
  placeAfter(count: number): number {
    return (Atomics.load(this.#words, TAIL) + count) | 0
  }

  /** Whether ticks were not given back only from this place on, or from one before it. */
  holds(place: number): boolean {
    return (place - Atomics.load(this.#words, TAIL)) >>> 0 <= this.waiting
  }

  /** The reader's: everything before this place is stored. */
  moveTo(place: number): void {
    assert(this.holds(place), 'a place in the ring')
    Atomics.store(this.#words, TAIL, place)
  }
}

import { assert } from '../../engine/assert.js'
import type { PricePts, UnixMs } from '../../engine/units.js'
import { randomKey } from '../thread/random.js'

/**
 * Passes ticks from the pricer to the recorder in shared memory: one writer (the links thread), one
 * reader (the history thread), no locks, no allocation.
 *
 *   - The reader frees ticks only after it has stored them, so no thread's end loses one. The next
 *     thread continues at the position that was stored with them (`moveTo`).
 *   - When the ring is full the newest ticks are dropped and counted, so prices never wait for a
 *     disk.
 */
const CAPACITY = 131_072
const VALUES = 4
const HEAD_BYTES = 32
const ID_BYTES = 8
export const TICK_RING_BYTES = HEAD_BYTES + CAPACITY * VALUES * 8

const HEAD = 2
const TAIL = 3
const DROPPED = 4
/**
 * The factor of the symbol in a packed number. It exceeds the digits of a price, which are at most
 * 10.
 */
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
  /** The id of this run of the server. */
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

  /** Adds a tick; only for the writer. */
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

  /** The number of ticks that the reader has not freed. */
  get waiting(): number {
    return (Atomics.load(this.#words, HEAD) - Atomics.load(this.#words, TAIL)) >>> 0
  }

  /** The used fraction of the ring, from 0 to 1. */
  get load(): number {
    return this.waiting / CAPACITY
  }

  /** The number of dropped ticks since the server's start. */
  get dropped(): number {
    return Atomics.load(this.#words, DROPPED) >>> 0
  }

  /** Reads the oldest ticks, which stay in the ring. Only the reader calls this. */
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

  /** The reader's position after `count` more ticks, to be stored with them. */
  placeAfter(count: number): number {
    return (Atomics.load(this.#words, TAIL) + count) | 0
  }

  /** True if the position is in the part of the ring that is not freed. */
  holds(place: number): boolean {
    return (place - Atomics.load(this.#words, TAIL)) >>> 0 <= this.waiting
  }

  /** Frees the ticks before this position, because they are stored. Only the reader calls this. */
  moveTo(place: number): void {
    assert(this.holds(place), 'a place in the ring')
    Atomics.store(this.#words, TAIL, place)
  }
}

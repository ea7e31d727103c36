import { assert } from '../engine/assert.js'
import type { Prices, Quote } from '../engine/prices.js'

/**
 * Every symbol's market in shared memory: one writer (the pricer), any readers, no locks. A slot is
 * the symbol's id. Each slot has a sequence word (seqlock): odd while it is being written.
 *
 *   B1. Only the links thread writes.
 *   B2. `moved` holds one bit a symbol for the front; the writer sets it after the values.
 *   B3. A writer that died in the middle of a write leaves its slot odd, and readers of it waiting;
 *       the next writer frees such slots before its first write (`takeOver`).
 *   B4. High and low are of the bid and of the server's day. A slot says of which day: a quote of
 *       another day begins them anew, so nothing needs to run at midnight.
 */
export const BOARD_SYMBOLS_MAX = 16_384
const VALUES = 6
const LOOKS_MAX = 10_000
const MOVED_WORDS = BOARD_SYMBOLS_MAX / 32
const LOCK_BYTES = BOARD_SYMBOLS_MAX * 4
const MOVED_BYTES = MOVED_WORDS * 4
const FLAG_BYTES = 8

export const PRICE_BOARD_BYTES =
  LOCK_BYTES + MOVED_BYTES + FLAG_BYTES + BOARD_SYMBOLS_MAX * VALUES * 8

const BID = 0
const ASK = 1
const AT = 2
const HIGH = 3
const LOW = 4
const DAY = 5
/** In the second word beside the flag. */
const DAY_OFFSET = 1
const NO_DAY = -1
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The highest and lowest bid of a day, in points. */
export interface DayRange {
  readonly high: number
  readonly low: number
}

export class PriceBoard implements Prices {
  readonly #locks: Int32Array
  readonly #moved: Int32Array
  readonly #flag: Int32Array
  readonly #values: Float64Array

  constructor(memory: SharedArrayBuffer) {
    assert(memory.byteLength === PRICE_BOARD_BYTES, 'the board has its size')
    this.#locks = new Int32Array(memory, 0, BOARD_SYMBOLS_MAX)
    this.#moved = new Int32Array(memory, LOCK_BYTES, MOVED_WORDS)
    this.#flag = new Int32Array(memory, LOCK_BYTES + MOVED_BYTES, 2)
    this.#values = new Float64Array(memory, LOCK_BYTES + MOVED_BYTES + FLAG_BYTES)
  }

  quote(symbolId: number): Quote | undefined {
    if (symbolId >= BOARD_SYMBOLS_MAX) return undefined
    const at = symbolId * VALUES
    // A write takes nanoseconds. A slot that stays odd lost its writer: no price until it is freed (B3).
    for (let look = 0; look < LOOKS_MAX; look++) {
      const before = Atomics.load(this.#locks, symbolId)
      if (before === 0) return undefined
      if ((before & 1) === 1) continue
      const bid = this.#values[at + BID] as number
      const ask = this.#values[at + ASK] as number
      const time = this.#values[at + AT] as number
      if (Atomics.load(this.#locks, symbolId) === before) return { bid, ask, at: time }
    }
    return undefined
  }

  /** Undefined while there was no quote on the day of `now`. */
  dayRange(symbolId: number, now: number): DayRange | undefined {
    if (symbolId >= BOARD_SYMBOLS_MAX) return undefined
    const at = symbolId * VALUES
    const today = this.#dayOf(now)
    for (let look = 0; look < LOOKS_MAX; look++) {
      const before = Atomics.load(this.#locks, symbolId)
      if (before === 0) return undefined
      if ((before & 1) === 1) continue
      const high = this.#values[at + HIGH] as number
      const low = this.#values[at + LOW] as number
      const day = this.#values[at + DAY] as number
      if (Atomics.load(this.#locks, symbolId) !== before) continue
      return day === today ? { high, low } : undefined
    }
    return undefined
  }

  /** The writer's, whenever it changes: how far the server's wall clock is ahead of UTC. */
  setDayOffset(minutes: number): void {
    Atomics.store(this.#flag, DAY_OFFSET, minutes)
  }

  #dayOf(atMs: number): number {
    return Math.floor((atMs + Atomics.load(this.#flag, DAY_OFFSET) * MINUTE_MS) / DAY_MS)
  }

  /** For a new writer, once: a half-written quote is none (B3). Answers how many there were. */
  takeOver(): number {
    let freed = 0
    for (let symbolId = 0; symbolId < BOARD_SYMBOLS_MAX; symbolId++) {
      if ((Atomics.load(this.#locks, symbolId) & 1) === 0) continue
      this.#values[symbolId * VALUES + DAY] = NO_DAY
      Atomics.store(this.#locks, symbolId, 0)
      freed++
    }
    return freed
  }

  /** Answers true when the front must be told: nothing was waiting for it before. */
  write(symbolId: number, bid: number, ask: number, atMs: number): boolean {
    assert(symbolId > 0 && symbolId < BOARD_SYMBOLS_MAX, 'a symbol id fits the board')
    const at = symbolId * VALUES
    const day = this.#dayOf(atMs)
    const isNewDay = this.#values[at + DAY] !== day
    const lock = Atomics.add(this.#locks, symbolId, 1) + 1
    this.#values[at + BID] = bid
    this.#values[at + ASK] = ask
    this.#values[at + AT] = atMs
    this.#values[at + DAY] = day
    this.#values[at + HIGH] = isNewDay ? bid : Math.max(this.#values[at + HIGH] as number, bid)
    this.#values[at + LOW] = isNewDay ? bid : Math.min(this.#values[at + LOW] as number, bid)
    Atomics.store(this.#locks, symbolId, lock + 1)
    Atomics.or(this.#moved, symbolId >> 5, 1 << (symbolId & 31))
    return Atomics.exchange(this.#flag, 0, 1) === 0
  }

  /** The front's: the symbols that moved since the last call. */
  takeMoved(each: (symbolId: number) => void): void {
    Atomics.store(this.#flag, 0, 0)
    for (let word = 0; word < MOVED_WORDS; word++) {
      if (Atomics.load(this.#moved, word) === 0) continue
      let bits = Atomics.exchange(this.#moved, word, 0)
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits)
        each(word * 32 + bit)
        bits &= bits - 1
      }
    }
  }
}

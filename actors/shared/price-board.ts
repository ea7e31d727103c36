import { assert } from '../../engine/assert.js'
import type { SymbolSpec } from '../../engine/book/compiled.js'
import type { Prices, Quote } from '../../engine/book/prices.js'
import { DAY_MS, MINUTE_MS } from '../../engine/calendar/durations.js'
import type { UnixMs } from '../../engine/units.js'
import { DepthBoard, depthBytes } from './depth-board.js'
import { TICK_TAPE_BYTES, TickTape } from './tick-tape.js'

/**
 * Every symbol's market in shared memory: one writer (the pricer), any readers, no locks. A slot is
 * the symbol's id. Each slot has a sequence word (seqlock), which is odd during a write.
 *
 *   - Only the links thread writes.
 *   - `moved` has one bit per symbol for the front; the writer sets it after the values.
 *   B3. A writer that died during a write leaves its slot odd, and its readers wait; the next writer
 *       frees such slots before its first write (`takeOver`).
 *   B4. A price has the digits of the writer's settings. A reader with other digits in its settings
 *       sees no price, because threads receive changes of settings one by one.
 *   B5. A cleared slot has a bid of zero, which no market has.
 *   - High and low are those of the bid on the server's day, as is the open. A slot stores its day:
 *     the first quote of another day resets them, and the bid before it is the close, so nothing
 *     needs to run at midnight.
 *   - Every written price is also on the tape, after the board has it.
 *   B8. A price states until when it may be traded at. A change of that (a feed that disconnects,
 *       other settings) is written into its slot; only a new tick is traded at as it arrives.
 */
export const BOARD_SYMBOLS_MAX = 16_384
const VALUES = 10
const LOOKS_MAX = 10_000
const MOVED_WORDS = BOARD_SYMBOLS_MAX / 32
const LOCK_BYTES = BOARD_SYMBOLS_MAX * 4
const MOVED_BYTES = MOVED_WORDS * 4
/** The bytes of three words and an unused one. */
const FLAG_BYTES = 16

const VALUES_BYTES = BOARD_SYMBOLS_MAX * VALUES * 8
const TAPE_AT = LOCK_BYTES + MOVED_BYTES + FLAG_BYTES + VALUES_BYTES
const DEPTH_AT = TAPE_AT + TICK_TAPE_BYTES

export const PRICE_BOARD_BYTES = DEPTH_AT + depthBytes(BOARD_SYMBOLS_MAX)

const BID = 0
const ASK = 1
const AT = 2
const HIGH = 3
const LOW = 4
const DIGITS = 5
const DAY = 6
const USABLE = 7
const OPEN = 8
/** The index of the previous close, which is zero if unknown. */
const CLOSE = 9
/** The `usableUntil` of a price that nobody guarantees. */
const NEVER = 0
/** The digits of a reader or writer without settings. */
const ANY_DIGITS = 255
/** The parts of the second word besides the flag. */
const DAY_OFFSET = 1
const OFF_QUOTES = 2

export interface BoardPrice extends Quote {
  readonly digits: number
  readonly usableUntil: UnixMs
}

/** The highest and lowest bid of a day, in points. */
export interface DayRange {
  readonly high: number
  readonly low: number
}

/**
 * Bids of the server's day, null while it has none; `close` is the last bid of the day before, null
 * if unknown.
 */
export interface DayFigures {
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly close: number | null
}

/** The day of a known price from the price history, in points of the symbol. */
export interface EarlierDay extends DayRange {
  readonly open: number
  /** Newest bid of the symbol, and the time of this bid. */
  readonly last: number
  readonly at: UnixMs
  /** The last bid of the day before; 0 if there is none. */
  readonly close: number
}

export class PriceBoard implements Prices {
  readonly #locks: Int32Array
  readonly #moved: Int32Array
  readonly #flag: Int32Array
  readonly #values: Float64Array
  readonly tape: TickTape
  readonly depth: DepthBoard
  /** The digits of each symbol in this thread's settings. */
  readonly #digits = new Uint8Array(BOARD_SYMBOLS_MAX).fill(ANY_DIGITS)

  constructor(memory: SharedArrayBuffer) {
    assert(memory.byteLength === PRICE_BOARD_BYTES, 'the board has its size')
    this.#locks = new Int32Array(memory, 0, BOARD_SYMBOLS_MAX)
    this.#moved = new Int32Array(memory, LOCK_BYTES, MOVED_WORDS)
    this.#flag = new Int32Array(memory, LOCK_BYTES + MOVED_BYTES, FLAG_BYTES / 4)
    const valuesAt = LOCK_BYTES + MOVED_BYTES + FLAG_BYTES
    this.#values = new Float64Array(memory, valuesAt, BOARD_SYMBOLS_MAX * VALUES)
    this.tape = new TickTape(memory, TAPE_AT)
    this.depth = new DepthBoard(memory, DEPTH_AT, BOARD_SYMBOLS_MAX)
  }

  /** Sets the digits of symbols, with which this thread then reads and writes their prices. */
  follow(symbols: Iterable<Pick<SymbolSpec, 'id' | 'digits'>>): void {
    for (const { id, digits } of symbols) this.#digits[id] = digits
  }

  /** A number that changes with every write to the symbol's slot. */
  versionOf(symbolId: number): number {
    return symbolId < BOARD_SYMBOLS_MAX ? Atomics.load(this.#locks, symbolId) : 0
  }

  quote(symbolId: number): Quote | undefined {
    if (symbolId >= BOARD_SYMBOLS_MAX) return undefined
    const at = symbolId * VALUES
    const mine = this.#digits[symbolId] as number
    // A write takes nanoseconds. A slot that stays odd lost its writer, and has no price until it
    // is freed (B3).
    for (let look = 0; look < LOOKS_MAX; look++) {
      const before = Atomics.load(this.#locks, symbolId)
      if (before === 0) return undefined
      if ((before & 1) === 1) continue
      const bid = this.#values[at + BID] as number
      const ask = this.#values[at + ASK] as number
      const time = this.#values[at + AT] as number
      const digits = this.#values[at + DIGITS] as number
      const usableUntil = this.#values[at + USABLE] as number
      if (Atomics.load(this.#locks, symbolId) !== before) continue
      const isReadable = digits === mine || digits === ANY_DIGITS || mine === ANY_DIGITS
      return bid > 0 && isReadable ? { bid, ask, at: time, usableUntil } : undefined
    }
    return undefined
  }

  /** The price in its stored digits. Only the writer calls this. */
  last(symbolId: number): BoardPrice | undefined {
    const at = symbolId * VALUES
    const bid = this.#values[at + BID] as number
    if (bid === 0) return undefined
    return {
      bid,
      ask: this.#values[at + ASK] as number,
      at: this.#values[at + AT] as number,
      digits: this.#values[at + DIGITS] as number,
      usableUntil: this.#values[at + USABLE] as number,
    }
  }

  /**
   * The time until which the price may be used for trading; 0 if there is no price. Only the writer
   * calls this.
   */
  usableUntil(symbolId: number): UnixMs {
    const at = symbolId * VALUES
    return this.#values[at + BID] === 0 ? NEVER : (this.#values[at + USABLE] as number)
  }

  /** Removes the price, high and low until the next write (B5). Only the writer calls this. */
  clear(symbolId: number): void {
    this.depth.clear(symbolId)
    if (this.last(symbolId) === undefined) return
    const lock = Atomics.add(this.#locks, symbolId, 1) + 1
    this.#values[symbolId * VALUES + BID] = 0
    Atomics.store(this.#locks, symbolId, lock + 1)
  }

  /**
   * Sets the time until which the price may be used for trading (B8). Only the writer calls this.
   */
  setUsableUntil(symbolId: number, usableUntil: UnixMs): void {
    const lock = Atomics.add(this.#locks, symbolId, 1) + 1
    this.#values[symbolId * VALUES + USABLE] = usableUntil
    Atomics.store(this.#locks, symbolId, lock + 1)
  }

  /** Ends the use of the price until the next quote of the symbol. Only the writer calls this. */
  expire(symbolId: number): void {
    if (this.last(symbolId) !== undefined) this.setUsableUntil(symbolId, NEVER)
  }

  /**
   * Sets the number of symbols without a price that should have one. Only the writer calls this.
   */
  setOffQuotes(count: number): void {
    Atomics.store(this.#flag, OFF_QUOTES, count)
  }

  get offQuotes(): number {
    return Atomics.load(this.#flag, OFF_QUOTES)
  }

  /** Clears every symbol that is not `known`. The writer calls this once. */
  clearOthers(known: (symbolId: number) => boolean): void {
    for (let id = 1; id < BOARD_SYMBOLS_MAX; id++) if (!known(id)) this.clear(id)
  }

  /** The day's range; undefined if there was no quote on the day of `now`. */
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
      const isPriced = this.#values[at + BID] !== 0
      if (Atomics.load(this.#locks, symbolId) !== before) continue
      return isPriced && day === today ? { high, low } : undefined
    }
    return undefined
  }

  /**
   * The figures of the day in the digits of this thread's settings. All are null while the symbol
   * has no price in these digits.
   */
  dayFigures(symbolId: number, now: number): DayFigures {
    if (symbolId >= BOARD_SYMBOLS_MAX) return NO_DAY
    const at = symbolId * VALUES
    const values = this.#values
    const mine = this.#digits[symbolId] as number
    const today = this.#dayOf(now)
    for (let look = 0; look < LOOKS_MAX; look++) {
      const before = Atomics.load(this.#locks, symbolId)
      if (before === 0) return NO_DAY
      if ((before & 1) === 1) continue
      const bid = values[at + BID] as number
      const digits = values[at + DIGITS] as number
      const isToday = values[at + DAY] === today
      const open = values[at + OPEN] as number
      const high = values[at + HIGH] as number
      const low = values[at + LOW] as number
      const close = values[at + CLOSE] as number
      if (Atomics.load(this.#locks, symbolId) !== before) continue
      const isReadable = digits === mine || digits === ANY_DIGITS || mine === ANY_DIGITS
      if (bid === 0 || !isReadable) return NO_DAY
      if (!isToday) return { ...NO_DAY, close: bid }
      return { open, high, low, close: close === 0 ? null : close }
    }
    return NO_DAY
  }

  /** Adds the day's figures from before the first quote of this run. Only the writer calls this. */
  addEarlier(symbolId: number, { open, high, low, last, at: then, close }: EarlierDay): void {
    const at = symbolId * VALUES
    const values = this.#values
    if (values[at + BID] === 0) return
    const [day, own] = [this.#dayOf(then), values[at + DAY] as number]
    const lock = Atomics.add(this.#locks, symbolId, 1) + 1
    if (day === own) {
      values[at + OPEN] = open
      values[at + HIGH] = Math.max(values[at + HIGH] as number, high)
      values[at + LOW] = Math.min(values[at + LOW] as number, low)
      values[at + CLOSE] = close
    } else if (day < own && values[at + CLOSE] === 0) values[at + CLOSE] = last
    Atomics.store(this.#locks, symbolId, lock + 1)
  }

  /** Sets the offset of the server's wall clock from UTC. The writer calls this at each change. */
  setDayOffset(minutes: number): void {
    Atomics.store(this.#flag, DAY_OFFSET, minutes)
  }

  #dayOf(atMs: number): number {
    return Math.floor((atMs + Atomics.load(this.#flag, DAY_OFFSET) * MINUTE_MS) / DAY_MS)
  }

  /**
   * Frees slots with half-written quotes for a new writer, once (B3). Returns how many there were.
   */
  takeOver(): number {
    let freed = 0
    for (let symbolId = 0; symbolId < BOARD_SYMBOLS_MAX; symbolId++) {
      if ((Atomics.load(this.#locks, symbolId) & 1) === 0) continue
      this.#values[symbolId * VALUES + BID] = 0
      Atomics.add(this.#locks, symbolId, 1)
      freed++
    }
    return freed
  }

  /** Writes a new quote. True if the front must be notified, because it had no unread move. */
  write(
    symbolId: number,
    bid: number,
    ask: number,
    atMs: number,
    usableUntil = Number.POSITIVE_INFINITY,
  ): boolean {
    this.#put(symbolId, bid, ask, atMs, usableUntil)
    this.tape.push(symbolId, this.#digits[symbolId] as number, bid, ask, atMs)
    return this.#tellMoved(symbolId)
  }

  /**
   * Writes a known price again after settings changed: it is no tick and not newer than before
   * (B8).
   */
  rewrite(symbolId: number, bid: number, ask: number, atMs: number, usableUntil: UnixMs): boolean {
    this.#put(symbolId, bid, ask, atMs, usableUntil)
    this.tape.push(symbolId, this.#digits[symbolId] as number, bid, ask, atMs, usableUntil)
    return this.#tellMoved(symbolId)
  }

  #put(symbolId: number, bid: number, ask: number, atMs: number, usableUntil: UnixMs): void {
    assert(symbolId > 0 && symbolId < BOARD_SYMBOLS_MAX, 'a symbol id fits the board')
    const at = symbolId * VALUES
    const day = this.#dayOf(atMs)
    const lock = Atomics.add(this.#locks, symbolId, 1) + 1
    const digits = this.#digits[symbolId] as number
    const before = this.#values[at + BID] as number
    const isOther = before === 0 || this.#values[at + DIGITS] !== digits
    const isFirst = isOther || this.#values[at + DAY] !== day
    if (isFirst) {
      this.#values[at + OPEN] = bid
      this.#values[at + CLOSE] = isOther ? 0 : before
    }
    this.#values[at + BID] = bid
    this.#values[at + ASK] = ask
    this.#values[at + AT] = atMs
    this.#values[at + DIGITS] = digits
    this.#values[at + DAY] = day
    this.#values[at + USABLE] = usableUntil
    this.#values[at + HIGH] = isFirst ? bid : Math.max(this.#values[at + HIGH] as number, bid)
    this.#values[at + LOW] = isFirst ? bid : Math.min(this.#values[at + LOW] as number, bid)
    Atomics.store(this.#locks, symbolId, lock + 1)
  }

  #tellMoved(symbolId: number): boolean {
    Atomics.or(this.#moved, symbolId >> 5, 1 << (symbolId & 31))
    return Atomics.exchange(this.#flag, 0, 1) === 0
  }

  /** Calls `each` for the symbols that moved since the last call. Only the front calls this. */
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

const NO_DAY: DayFigures = { open: null, high: null, low: null, close: null }

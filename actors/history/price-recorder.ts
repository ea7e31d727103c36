import { MINUTE_MS, MINUTES_OF_HOUR } from '../../engine/calendar/durations.js'
import { type Candle, candleOf, takeTick } from '../../engine/pricing/candle.js'
import type { PricePts, UnixMs } from '../../engine/units.js'
import { remakeHour } from '../../storage/price-history/remake-hour.js'
import { CandlesRepo } from '../../storage/repos/prices/candles.js'
import { ticksRepo } from '../../storage/repos/prices/ticks.js'
import { recordedRepo } from '../../storage/repos/recorded-until.js'
import { isDiskFull, type Sqlite, Transactions } from '../../storage/sqlite/open.js'
import { TickBlock } from '../../wire/stored/tick-block.js'
import type { SimulatedPast } from '../links/simulator/simulated-past.js'
import type { TickRing } from '../shared/tick-ring.js'

/**
 * Builds candles from ticks and stores both. Owns the unfinished candles.
 *
 *   R1. A write is one transaction: minutes, hours, ticks, and the ring position up to which they
 *       are stored. The ring is emptied after it; a failed write leaves no trace in memory or on
 *       disk.
 *   R2. A new candle may exist already, after a restart or a clock that was set back; then it
 *       continues. So each tick is in its candle exactly once.
 *   - A minute is synced to disk with the first write of the next minute. Until then a `kill -9`
 *     loses nothing that was written, but a power failure may.
 */
interface Growing {
  readonly symbolId: number
  minuteAt: number
  minute: Candle
  hourAt: number
  hour: Candle
  /** Ticks that are not stored yet; undefined if there are none. */
  block: TickBlock | undefined
  blockDigits: number
}

/** The most ticks that one transaction stores. */
const WRITE_MAX = 65_536

export class PriceRecorder {
  readonly #ring: TickRing
  readonly #transactions: Transactions
  readonly #minutes: CandlesRepo
  readonly #hours: CandlesRepo
  readonly #ticks: ReturnType<typeof ticksRepo>
  readonly #recorded: ReturnType<typeof recordedRepo>
  readonly #growing = new Map<number, Growing>()
  readonly #touched = new Set<Growing>()
  readonly #take = (
    symbolId: number,
    digits: number,
    bid: PricePts,
    ask: PricePts,
    at: UnixMs,
  ): void => this.#tick(symbolId, digits, bid, ask, at)
  #syncedMinute = 0

  constructor(db: Sqlite, ring: TickRing) {
    this.#ring = ring
    this.#transactions = new Transactions(db)
    this.#minutes = new CandlesRepo(db, 'minute_candles')
    this.#hours = new CandlesRepo(db, 'hour_candles')
    this.#ticks = ticksRepo(db)
    this.#recorded = recordedRepo(db)
    // The previous thread may have stored ticks without removing them from the ring.
    const place = this.#recorded.place(ring.id)
    // The previous thread may also have skipped ticks after the last tick that it stored.
    if (place !== undefined && ring.holds(place)) ring.moveTo(place)
  }

  /** Stores the waiting ticks. If there is no space, returns false and the ticks stay. */
  write(now: UnixMs): boolean {
    for (let left = this.#ring.waiting; left > 0; left -= WRITE_MAX) {
      if (!this.#writeSome(Math.min(left, WRITE_MAX), now)) return false
    }
    return true
  }

  /** Skips the waiting ticks without storing them. */
  skip(): void {
    this.#ring.moveTo(this.#ring.placeAfter(this.#ring.waiting))
  }

  /** Adds past candles to a symbol's history, for minutes and hours that have none. */
  fill(symbolId: number, { minutes, hours }: Pick<SimulatedPast, 'minutes' | 'hours'>): void {
    // Unfinished candles are on disk after a write, and are read again together with the new ones
    // (R2).
    this.#growing.delete(symbolId)
    this.#transactions.durable(() => {
      for (const { minute, candle } of hours) {
        if (this.#hours.get(symbolId, minute) === undefined) {
          this.#hours.put(symbolId, minute, candle)
        }
      }
      const touched = new Set<number>()
      for (const { minute, candle } of minutes) {
        if (this.#minutes.get(symbolId, minute) !== undefined) continue
        this.#minutes.put(symbolId, minute, candle)
        touched.add(minute - (minute % MINUTES_OF_HOUR))
      }
      for (const hourAt of touched) remakeHour(this.#minutes, this.#hours, symbolId, hourAt)
    })
  }

  #writeSome(count: number, now: UnixMs): boolean {
    const place = this.#ring.placeAfter(count)
    const work = (): void => {
      this.#ring.read(count, this.#take)
      for (const growing of this.#touched) this.#store(growing)
      this.#recorded.put(this.#ring.id, place)
    }
    const minute = Math.floor(now / MINUTE_MS)
    const isSynced = minute !== this.#syncedMinute
    try {
      if (isSynced) this.#transactions.durable(work)
      else this.#transactions.projected(work)
    } catch (error) {
      // Memory may differ from the disk now: discard it, so that it is read from the disk again (R1).
      this.#growing.clear()
      this.#touched.clear()
      if (isDiskFull(error)) return false
      throw error
    }
    if (isSynced) this.#syncedMinute = minute
    this.#touched.clear()
    this.#ring.moveTo(place)
    return true
  }

  #tick(symbolId: number, digits: number, bid: PricePts, ask: PricePts, at: UnixMs): void {
    const minuteAt = Math.floor(at / MINUTE_MS)
    let growing = this.#growing.get(symbolId)
    if (growing === undefined) {
      growing = this.#begin(symbolId, minuteAt, bid, ask, digits)
      this.#growing.set(symbolId, growing)
    } else if (growing.minuteAt === minuteAt) {
      takeTick(growing.minute, bid, ask, digits)
      takeTick(growing.hour, bid, ask, digits)
    } else {
      this.#store(growing)
      this.#move(growing, minuteAt, bid, ask, digits)
    }
    this.#keep(growing, digits, bid, ask, at)
    this.#touched.add(growing)
  }

  #begin(
    symbolId: number,
    minuteAt: number,
    bid: PricePts,
    ask: PricePts,
    digits: number,
  ): Growing {
    const hourAt = minuteAt - (minuteAt % MINUTES_OF_HOUR)
    const minute = grown(this.#minutes.get(symbolId, minuteAt), bid, ask, digits)
    const hour = grown(this.#hours.get(symbolId, hourAt), bid, ask, digits)
    const block = undefined
    return { symbolId, minuteAt, minute, hourAt, hour, block, blockDigits: digits }
  }

  /** Continues with another minute, in this hour or another. */
  #move(growing: Growing, minuteAt: number, bid: PricePts, ask: PricePts, digits: number): void {
    const { symbolId } = growing
    const hourAt = minuteAt - (minuteAt % MINUTES_OF_HOUR)
    growing.minuteAt = minuteAt
    growing.minute = grown(this.#minutes.get(symbolId, minuteAt), bid, ask, digits)
    if (hourAt === growing.hourAt) takeTick(growing.hour, bid, ask, digits)
    else {
      growing.hourAt = hourAt
      growing.hour = grown(this.#hours.get(symbolId, hourAt), bid, ask, digits)
    }
  }

  /** Stores the tick itself. All ticks of a block have the same digits. */
  #keep(growing: Growing, digits: number, bid: PricePts, ask: PricePts, at: UnixMs): void {
    if (growing.block !== undefined && growing.blockDigits !== digits) {
      this.#storeBlock(growing, growing.minute.ticks - 1)
    }
    growing.block ??= new TickBlock(growing.minuteAt * MINUTE_MS)
    growing.blockDigits = digits
    growing.block.push(at, bid, ask)
  }

  #store(growing: Growing): void {
    const { symbolId, minuteAt, minute, hourAt, hour } = growing
    if (growing.block === undefined) return
    this.#storeBlock(growing, minute.ticks)
    this.#minutes.put(symbolId, minuteAt, minute)
    this.#hours.put(symbolId, hourAt, hour)
  }

  /** Stores a block. `ticks` is the number of the minute's ticks up to the block's end. */
  #storeBlock(growing: Growing, ticks: number): void {
    const { symbolId, minuteAt, block, blockDigits } = growing
    if (block === undefined) return
    this.#ticks.put(symbolId, minuteAt, ticks - block.count, blockDigits, block)
    growing.block = undefined
  }
}

/** The candle after the next tick (R2). */
function grown(stored: Candle | undefined, bid: PricePts, ask: PricePts, digits: number): Candle {
  if (stored === undefined) return candleOf(bid, ask, digits)
  takeTick(stored, bid, ask, digits)
  return stored
}

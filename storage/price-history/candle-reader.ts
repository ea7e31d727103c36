import { MINUTE_MS } from '../../engine/calendar/durations.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { type Period, periodAt, type Timeframe } from '../../engine/calendar/timeframe.js'
import { type Candle, takeCandle } from '../../engine/pricing/candle.js'
import type { UnixMs } from '../../engine/units.js'
import { type CandleRow, CandlesRepo } from '../repos/prices/candles.js'
import type { Sqlite } from '../sqlite/open.js'

/** A candle of any timeframe, from its start to just before `end`. */
export interface TimedCandle extends Candle, Period {}

export interface CandleRange {
  readonly symbolId: number
  readonly timeframe: Timeframe
  readonly clock: ServerClock
  /** The earliest start of the first candle. Without it, the newest candles are returned. */
  readonly from?: UnixMs
  /** The latest start of the last candle. */
  readonly to?: UnixMs
  readonly limit: number
}

const HOUR_MINUTES = 60
const BY_MINUTES: ReadonlySet<Timeframe> = new Set(['M1', 'M5', 'M15', 'M30'])
const EVER = Number.MAX_SAFE_INTEGER

/**
 * Builds candles of every timeframe from the stored minutes and hours.
 *
 *   - Returns at most `limit`, oldest first: the first ones after `from`, or without it the last
 *     ones up to `to`. A period without ticks has none.
 *   - An hour of UTC may be in two periods if the clock's offset is not a whole hour. It is then
 *     read as minutes; if those were deleted, it belongs as a whole to the period in which it
 *     starts.
 *   - Reads only as many rows as the answer needs.
 */
export class CandleReader {
  readonly #minutes: CandlesRepo
  readonly #hours: CandlesRepo

  constructor(db: Sqlite) {
    this.#minutes = new CandlesRepo(db, 'minute_candles')
    this.#hours = new CandlesRepo(db, 'hour_candles')
  }

  read(range: CandleRange): TimedCandle[] {
    return range.from === undefined ? this.#last(range) : this.#first(range, range.from)
  }

  #first(range: CandleRange, from: UnixMs): TimedCandle[] {
    const { clock, timeframe, to, limit } = range
    const holding = periodAt(clock, timeframe, from)
    const begin = holding.start < from ? holding.end : holding.start
    const end = to === undefined ? EVER : periodAt(clock, timeframe, to).end / MINUTE_MS
    const candles: TimedCandle[] = []
    let last: TimedCandle | undefined
    for (const row of this.#rows(range, begin / MINUTE_MS, end, 'forward')) {
      const at = row.minute * MINUTE_MS
      if (last !== undefined && at < last.end) takeCandle(last, row)
      else if (candles.length === limit) break
      else {
        last = timed(row, periodAt(clock, timeframe, at))
        candles.push(last)
      }
    }
    return candles
  }

  #last(range: CandleRange): TimedCandle[] {
    const { clock, timeframe, to, limit } = range
    const end = to === undefined ? EVER : periodAt(clock, timeframe, to).end / MINUTE_MS
    const candles: TimedCandle[] = []
    let first: TimedCandle | undefined
    for (const row of this.#rows(range, 0, end, 'back')) {
      const at = row.minute * MINUTE_MS
      if (first !== undefined && at >= first.start) {
        const earlier = timed(row, first)
        takeCandle(earlier, first)
        first = earlier
        candles[candles.length - 1] = earlier
      } else if (candles.length === limit) break
      else {
        first = timed(row, periodAt(clock, timeframe, at))
        candles.push(first)
      }
    }
    return candles.reverse()
  }

  /** Yields the stored rows of a range. No row spans more than one period of the timeframe. */
  *#rows(
    range: CandleRange,
    from: number,
    to: number,
    order: 'forward' | 'back',
  ): Generator<CandleRow, undefined, undefined> {
    const { symbolId, timeframe, clock } = range
    if (BY_MINUTES.has(timeframe)) {
      yield* this.#minutes.walk(symbolId, from, to, order)
      return
    }
    if (clock.utc_offset_min % HOUR_MINUTES === 0) {
      yield* this.#hours.walk(symbolId, from, to, order)
      return
    }
    // The bounds are ends of periods, so an hour across a bound belongs to two periods.
    for (const hour of this.#hours.walk(symbolId, from - HOUR_MINUTES, to, order)) {
      const { end } = periodAt(clock, timeframe, hour.minute * MINUTE_MS)
      const isWhole = (hour.minute + HOUR_MINUTES) * MINUTE_MS <= end
      if (isWhole) yield hour
      else yield* this.#split(symbolId, hour, from, to, order)
    }
  }

  *#split(
    symbolId: number,
    hour: CandleRow,
    from: number,
    to: number,
    order: 'forward' | 'back',
  ): Generator<CandleRow, undefined, undefined> {
    const hourEnd = hour.minute + HOUR_MINUTES
    let found = false
    for (const row of this.#minutes.walk(symbolId, hour.minute, hourEnd, order)) {
      found = true
      if (row.minute >= from && row.minute < to) yield row
    }
    if (!found && hour.minute >= from) yield hour
  }
}

function timed(row: Candle, { start, end }: Period): TimedCandle {
  const { digits, open, high, low, close, askHigh, askLow, ticks } = row
  return { start, end, digits, open, high, low, close, askHigh, askLow, ticks }
}

import type { KnownDay, KnownPrice } from '../../engine/book/prices.js'
import { MINUTE_MS } from '../../engine/calendar/durations.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { rescaledPoints } from '../../engine/pricing/points.js'
import { CandlesRepo } from '../repos/prices/candles.js'
import { ticksRepo } from '../repos/prices/ticks.js'
import type { Sqlite } from '../sqlite/open.js'
import { CandleReader } from './candle-reader.js'

/**
 * The last price of each symbol in the history: its last tick, or, if ticks and minutes were
 * deleted, the close of the last candle with its lowest ask. With a clock also the bids of its day
 * on that clock.
 */
export class LastPrices {
  readonly #minutes: CandlesRepo
  readonly #hours: CandlesRepo
  readonly #ticks: ReturnType<typeof ticksRepo>
  readonly #candles: CandleReader

  constructor(db: Sqlite) {
    this.#minutes = new CandlesRepo(db, 'minute_candles')
    this.#hours = new CandlesRepo(db, 'hour_candles')
    this.#ticks = ticksRepo(db)
    this.#candles = new CandleReader(db)
  }

  of(symbolIds: readonly number[], clock?: ServerClock): KnownPrice[] {
    return symbolIds.flatMap((symbolId) => {
      const last = this.#last(symbolId)
      if (last === undefined) return []
      const day = clock === undefined ? undefined : this.#day(symbolId, clock)
      return day === undefined ? last : { ...last, day }
    })
  }

  #day(symbolId: number, clock: ServerClock): KnownDay | undefined {
    const days = this.#candles.read({ symbolId, timeframe: 'D1', clock, limit: 2 })
    const day = days.at(-1)
    if (day === undefined) return undefined
    const { digits, open, high, low } = day
    const earlier = days.length < 2 ? undefined : days[0]
    const before = earlier === undefined ? 0 : rescaledPoints(earlier.close, earlier.digits, digits)
    return { digits, open, high, low, before }
  }

  #last(symbolId: number): KnownPrice | undefined {
    const candle = this.#minutes.newest(symbolId) ?? this.#hours.newest(symbolId)
    if (candle === undefined) return undefined
    const tick = this.#ticks.ofMinute(symbolId, candle.minute).at(-1)
    if (tick !== undefined) return { symbolId, ...tick }
    const { minute, digits, close, askLow } = candle
    const ask = Math.max(close, askLow)
    return { symbolId, digits, bid: close, ask, at: minute * MINUTE_MS }
  }
}

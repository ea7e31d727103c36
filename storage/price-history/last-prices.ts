import type { KnownPrice } from '../../engine/book/prices.js'
import { CandlesRepo } from '../repos/candles.js'
import { ticksRepo } from '../repos/ticks.js'
import type { Sqlite } from '../sqlite/open.js'

const MINUTE_MS = 60_000

/**
 * The last price of each symbol that the history has: its last tick, or, once ticks and minutes were
 * deleted, where the last candle closed, with the lowest ask of then.
 */
export class LastPrices {
  readonly #minutes: CandlesRepo
  readonly #hours: CandlesRepo
  readonly #ticks: ReturnType<typeof ticksRepo>

  constructor(db: Sqlite) {
    this.#minutes = new CandlesRepo(db, 'minute_candles')
    this.#hours = new CandlesRepo(db, 'hour_candles')
    this.#ticks = ticksRepo(db)
  }

  of(symbolIds: readonly number[]): KnownPrice[] {
    return symbolIds.flatMap((symbolId) => this.#last(symbolId) ?? [])
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

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../engine/calendar/durations.js'
import type { UnixMs } from '../../engine/units.js'
import { CandlesRepo } from '../../storage/repos/prices/candles.js'
import { ticksRepo } from '../../storage/repos/prices/ticks.js'
import { type Sqlite, Transactions } from '../../storage/sqlite/open.js'

/**
 * Deletes old prices. Candles of hours are kept for ever, because longer candles are made from
 * them. Minutes are deleted by whole hours, so an hour has all of its minutes or none.
 *
 * One step deletes at most `ROWS_MAX` rows, or the ticks of `STEP_MINUTES`, so that the recorder
 * never waits long.
 */
export interface PriceRetentionDays {
  readonly ticks: number
  /** The number of days for which minutes are kept; 0 keeps them for ever. */
  readonly minutes: number
}

const ROWS_MAX = 2_000
const STEP_MINUTES = 5

export class PriceRetention {
  readonly #days: PriceRetentionDays
  readonly #transactions: Transactions
  readonly #minutes: CandlesRepo
  readonly #ticks: ReturnType<typeof ticksRepo>
  /** The symbol whose minutes are being checked. */
  #symbolId = 0

  constructor(db: Sqlite, days: PriceRetentionDays) {
    this.#days = days
    this.#transactions = new Transactions(db)
    this.#minutes = new CandlesRepo(db, 'minute_candles')
    this.#ticks = ticksRepo(db)
  }

  /** Deletes a few rows. True if nothing is left to delete for now. */
  step(now: UnixMs): boolean {
    return this.#transactions.projected(() => this.#trimTicks(now) && this.#trimMinutes(now))
  }

  #trimTicks(now: UnixMs): boolean {
    const before = Math.floor((now - this.#days.ticks * DAY_MS) / MINUTE_MS)
    const oldest = this.#ticks.oldestMinute()
    if (oldest === undefined || oldest >= before) return true
    this.#ticks.trim(Math.min(before, oldest + STEP_MINUTES))
    return false
  }

  #trimMinutes(now: UnixMs): boolean {
    const { minutes: days } = this.#days
    if (days === 0) return true
    const oldest = now - days * DAY_MS
    const before = (oldest - (oldest % HOUR_MS)) / MINUTE_MS
    if (this.#symbolId === 0 || this.#minutes.trim(this.#symbolId, before, ROWS_MAX) === 0) {
      const next = this.#minutes.symbolAfter(this.#symbolId)
      this.#symbolId = next ?? 0
      return next === undefined
    }
    return false
  }
}

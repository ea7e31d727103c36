import { MINUTE_MS } from '../../engine/calendar/durations.js'
import type { UnixMs } from '../../engine/units.js'
import { PostgresPrices } from '../../storage/log/quorum/postgres-prices.js'
import { minuteParts, oldestMinuteOf } from '../../storage/price-history/minute-parts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import type { Clock } from '../thread/clock.js'

/**
 * Sends the candles of finished minutes to the databases of a quorum, so that a following node has
 * them when it takes over.
 *
 *   - A minute is sent when it is over and its ticks are stored. If no database accepts it, it is
 *     sent with the next ones, for at most a day.
 *   M2. Sending begins at the newest part in the databases, and at least a quarter of an hour
 *       before the thread started. So some minutes are sent twice, but none is missing.
 */
type PriceTables = Pick<PostgresPrices, 'keep' | 'newest' | 'close'>
const STORED_MS = 5_000
const BEFORE_START_MIN = 15
const MINUTES_MAX = 60
const DAY_MIN = 1_440

export class MinuteSender {
  readonly #db: Sqlite
  readonly #prices: PriceTables
  readonly #startedAt: number
  /** Minutes before it were sent; undefined until the databases have answered what they have. */
  #next: number | undefined
  #isBusy = false

  constructor(db: Sqlite, prices: PriceTables, now: UnixMs) {
    this.#db = db
    this.#prices = prices
    this.#startedAt = Math.floor(now / MINUTE_MS)
  }

  /** Starts to send finished minutes. A later call repeats a failure. */
  look(now: UnixMs): void {
    if (this.#isBusy) return
    if (this.#next === undefined) {
      this.#do(async () => {
        this.#next = this.#beginning(await this.#prices.newest())
      })
      return
    }
    const over = Math.floor((now - STORED_MS) / MINUTE_MS)
    if (over <= this.#next) return
    const from = Math.max(this.#next, over - DAY_MIN)
    const to = Math.min(over, from + MINUTES_MAX)
    const parts = [...minuteParts(this.#db, from, to)]
    if (parts.length === 0) {
      this.#next = to
      return
    }
    this.#do(async () => {
      await this.#prices.keep(parts)
      this.#next = to
    })
  }

  /** See M2. */
  #beginning(newest: Uint8Array | undefined): number {
    const atLeast = this.#startedAt - BEFORE_START_MIN
    // In a new cluster, the backup from which other nodes join contains the earlier minutes.
    return newest === undefined ? atLeast : Math.min(atLeast, oldestMinuteOf(newest) ?? atLeast)
  }

  /** A failure is repeated at a later call. */
  #do(work: () => Promise<void>): void {
    this.#isBusy = true
    work()
      .catch(() => undefined)
      .finally(() => {
        this.#isBusy = false
      })
  }

  close(): void {
    this.#prices.close()
  }
}

/**
 * This module is loaded only with a quorum, so that a single node does not load a database client.
 */
export function tellQuorum(quorum: QuorumStart, clock: Clock): (db: Sqlite) => MinuteSender {
  return (db) => new MinuteSender(db, new PostgresPrices(quorum), clock.now())
}

import { MINUTE_MS } from '../../engine/calendar/durations.js'
import type { UnixMs } from '../../engine/units.js'
import { PostgresPrices } from '../../storage/log/replicated/postgres-prices.js'
import { minuteParts } from '../../storage/price-history/minute-parts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import type { Clock } from '../thread/clock.js'

/**
 * Tells the databases of a quorum the candles of minutes that are over: a node that follows has them when it takes over.
 *
 *   M1. A minute is told when it is over and its ticks are stored. What no database takes is told with the next ones, of a day at the most.
 *   M2. It begins a quarter of an hour before the thread did: some are told twice, and none is left out.
 */
const STORED_MS = 5_000
const BEFORE_START_MIN = 15
const MINUTES_MAX = 60
const DAY_MIN = 1_440

export class ToldMinutes {
  readonly #db: Sqlite
  readonly #prices: Pick<PostgresPrices, 'keep' | 'close'>
  /** Minutes before it are told. */
  #next: number
  #isBusy = false

  constructor(db: Sqlite, prices: Pick<PostgresPrices, 'keep' | 'close'>, now: UnixMs) {
    this.#db = db
    this.#prices = prices
    this.#next = Math.floor(now / MINUTE_MS) - BEFORE_START_MIN
  }

  /** Begins to tell what there is; what fails is done again at a later look. */
  look(now: UnixMs): void {
    const over = Math.floor((now - STORED_MS) / MINUTE_MS)
    if (this.#isBusy || over <= this.#next) return
    const from = Math.max(this.#next, over - DAY_MIN)
    const to = Math.min(over, from + MINUTES_MAX)
    const parts = [...minuteParts(this.#db, from, to)]
    if (parts.length === 0) {
      this.#next = to
      return
    }
    this.#isBusy = true
    this.#prices
      .keep(parts)
      .then(() => {
        this.#next = to
      })
      .catch(() => undefined)
      .finally(() => {
        this.#isBusy = false
      })
  }

  close(): void {
    this.#prices.close()
  }
}

/** Loaded where there is a quorum: a box alone has no client of a database in memory. */
export function tellQuorum(quorum: QuorumStart, clock: Clock): (db: Sqlite) => ToldMinutes {
  return (db) => new ToldMinutes(db, new PostgresPrices(quorum), clock.now())
}

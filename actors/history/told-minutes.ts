import { MINUTE_MS } from '../../engine/calendar/durations.js'
import type { UnixMs } from '../../engine/units.js'
import { PostgresPrices } from '../../storage/log/replicated/postgres-prices.js'
import { minuteParts, oldestMinuteOf } from '../../storage/price-history/minute-parts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import type { Clock } from '../thread/clock.js'

/**
 * Tells the databases of a quorum the candles of minutes that are over: a node that follows has them when it takes over.
 *
 *   M1. A minute is told when it is over and its ticks are stored. What no database takes is told with the next ones, of a day at the most.
 *   M2. It begins where the newest part that they have does, and at least a quarter of an hour before the thread did: some are told twice, and
 *       none is left out.
 */
type ToldPrices = Pick<PostgresPrices, 'keep' | 'newest' | 'close'>
const STORED_MS = 5_000
const BEFORE_START_MIN = 15
const MINUTES_MAX = 60
const DAY_MIN = 1_440

export class ToldMinutes {
  readonly #db: Sqlite
  readonly #prices: ToldPrices
  readonly #startedAt: number
  /** Minutes before it are told; undefined until the databases have said what they have. */
  #next: number | undefined
  #isBusy = false

  constructor(db: Sqlite, prices: ToldPrices, now: UnixMs) {
    this.#db = db
    this.#prices = prices
    this.#startedAt = Math.floor(now / MINUTE_MS)
  }

  /** Begins to tell what there is; what fails is done again at a later look. */
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

  /** M2. */
  #beginning(newest: Uint8Array | undefined): number {
    const atLeast = this.#startedAt - BEFORE_START_MIN
    // Of a cluster that is new the backup from which a node joins has what was before.
    return newest === undefined ? atLeast : Math.min(atLeast, oldestMinuteOf(newest) ?? atLeast)
  }

  /** What fails is done again at a later look. */
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

/** Loaded where there is a quorum: a box alone has no client of a database in memory. */
export function tellQuorum(quorum: QuorumStart, clock: Clock): (db: Sqlite) => ToldMinutes {
  return (db) => new ToldMinutes(db, new PostgresPrices(quorum), clock.now())
}

import type { PostgresPrices } from '../../../storage/log/quorum/postgres-prices.js'
import { putMinutes } from '../../../storage/price-history/minute-parts.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { Clock } from '../../thread/clock.js'

/**
 * Copies one-minute candles from the active node, beginning with all that it still has, at most a
 * day. They are stored unchanged.
 */
/**
 * The milliseconds that one call may take, during normal following and before this node becomes
 * active, when trading waits for it. The rest is copied the next time that this node follows.
 */
const BESIDE_MS = 200
const LAST_MS = 2_000

export class FollowedMinutes {
  readonly #db: Sqlite
  readonly #prices: Pick<PostgresPrices, 'read' | 'close'>
  readonly #clock: Pick<Clock, 'monotonic'>
  #n = 0

  constructor(
    db: Sqlite,
    prices: Pick<PostgresPrices, 'read' | 'close'>,
    clock: Pick<Clock, 'monotonic'>,
  ) {
    this.#db = db
    this.#prices = prices
    this.#clock = clock
  }

  bring(): Promise<void> {
    return this.#bringFor(BESIDE_MS)
  }

  bringLast(): Promise<void> {
    return this.#bringFor(LAST_MS)
  }

  /**
   * Copies candles for a limited time. If the database does not answer, the next call tries again.
   */
  async #bringFor(ms: number): Promise<void> {
    const until = this.#clock.monotonic() + ms
    while (this.#clock.monotonic() < until) {
      const parts = await this.#prices.read(this.#n).catch(() => [])
      if (parts.length === 0) return
      for (const { n, body } of parts) {
        putMinutes(this.#db, body)
        this.#n = n
      }
    }
  }

  close(): void {
    this.#prices.close()
  }
}

import type { PostgresPrices } from '../../../storage/log/replicated/postgres-prices.js'
import { putMinutes } from '../../../storage/price-history/minute-parts.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { Clock } from '../../thread/clock.js'

/**
 * Brings the candles of minutes that the node at work told of into this node's. It begins with all that there are, of a day at the most:
 * they are put in as they are.
 */
/**
 * What is there is brought in so much time beside everything else, and before this node goes to work: trading waits for it then. What is left is
 * brought when the node follows again.
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

  /** A database that does not answer is asked again the next time. */
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

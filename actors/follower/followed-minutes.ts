import type { PostgresPrices } from '../../storage/log/replicated/postgres-prices.js'
import { putMinutes } from '../../storage/price-history/minute-parts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'

/** Brings the candles of minutes that the node at work told of into this node's. It begins with all that there are: they are put in as they are. */
export class FollowedMinutes {
  readonly #db: Sqlite
  readonly #prices: Pick<PostgresPrices, 'read' | 'close'>
  #n = 0

  constructor(db: Sqlite, prices: Pick<PostgresPrices, 'read' | 'close'>) {
    this.#db = db
    this.#prices = prices
  }

  /** Some of what is there. A database that does not answer is asked again the next time. */
  async bring(): Promise<void> {
    const parts = await this.#prices.read(this.#n).catch(() => [])
    for (const { n, body } of parts) {
      putMinutes(this.#db, body)
      this.#n = n
    }
  }

  close(): void {
    this.#prices.close()
  }
}

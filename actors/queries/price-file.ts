import { existsSync } from 'node:fs'
import { because } from '../../engine/reasons/reasons.js'
import { openPriceReader } from '../../storage/price-history/tables.js'
import type { Sqlite } from '../../storage/sqlite/open.js'

export const NO_HISTORY = because('unavailable.price_history')

/** The file of prices, opened when it is first asked for: it may be younger than the thread. */
export function priceFile(path: string): () => Sqlite | undefined {
  let db: Sqlite | undefined
  return () => {
    if (db === undefined && existsSync(path)) db = openPriceReader(path)
    return db
  }
}

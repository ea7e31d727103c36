import { existsSync } from 'node:fs'
import { because } from '../../engine/reasons/reasons.js'
import { openPriceReader } from '../../storage/price-history/tables.js'
import type { Sqlite } from '../../storage/sqlite/open.js'

export const NO_HISTORY = because('unavailable.price_history')

/** Opens the file of prices on first use, because it may be created after the thread. */
export function priceFile(path: string): () => Sqlite | undefined {
  let db: Sqlite | undefined
  return () => {
    if (db === undefined && existsSync(path)) db = openPriceReader(path)
    return db
  }
}

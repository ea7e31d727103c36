import { existsSync } from 'node:fs'
import { refuse } from '../../engine/code.js'
import { openPriceReader } from '../../storage/price-history/tables.js'
import type { Sqlite } from '../../storage/sqlite/open.js'

export const NO_HISTORY = refuse(
  'unavailable',
  'The price history is not there yet. Try again in a moment.',
)

/** The file of prices, opened when it is first asked for: it may be younger than the thread. */
export function priceFile(path: string): () => Sqlite | undefined {
  let db: Sqlite | undefined
  return () => {
    if (db === undefined && existsSync(path)) db = openPriceReader(path)
    return db
  }
}

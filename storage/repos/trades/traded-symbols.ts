import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for the traded_symbols table. Only the projector writes it. */
export const tradedSymbolsRepo = perDatabase((db: Sqlite) => {
  const insertOne = db.prepare<[number]>(
    'INSERT INTO traded_symbols (symbol_id) VALUES (?) ON CONFLICT DO NOTHING',
  )
  const selectOne = db.prepare<[number]>('SELECT 1 FROM traded_symbols WHERE symbol_id = ?')
  return {
    add(symbolId: number): void {
      insertOne.run(symbolId)
    },
    has: (symbolId: number): boolean => selectOne.get(symbolId) !== undefined,
  }
})

import type { Migration } from './migration.js'

/** Every symbol that an order was ever made in: what may not be deleted, without looking at all orders. */
export const tradedSymbols: Migration = {
  number: 4,
  name: 'traded symbols',
  sql: `
CREATE TABLE traded_symbols (
  symbol_id INTEGER PRIMARY KEY
) STRICT;
INSERT INTO traded_symbols (symbol_id) SELECT DISTINCT symbol_id FROM orders;
`,
}

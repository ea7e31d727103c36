import type { Migration } from './migration.js'

/**
 * Adds every symbol that has an order, so that deleting a symbol does not have to scan all orders.
 */
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

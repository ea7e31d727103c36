import type { Migration } from './migration.js'

/**
 * Every symbol with an order, so that the check before deleting a symbol need not read all orders.
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

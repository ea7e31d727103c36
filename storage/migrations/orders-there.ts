import type { Migration } from './migration.js'

/**
 * Adds orders that rest at providers: the attempt under which the provider knows an order, and the
 * last request about it.
 */
export const ordersThere: Migration = {
  name: 'orders-there',
  sql: `
ALTER TABLE orders ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN asked TEXT NOT NULL DEFAULT '';
ALTER TABLE open_orders ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
ALTER TABLE open_orders ADD COLUMN asked TEXT NOT NULL DEFAULT '';
`,
}

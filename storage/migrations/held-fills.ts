import type { Migration } from './migration.js'

/**
 * Provider fills on which staff decide, in the rows of their orders. The index finds fills that
 * wait for a decision.
 */
export const heldFills: Migration = {
  name: 'held fills',
  sql: `
ALTER TABLE orders ADD COLUMN held_fills TEXT NOT NULL DEFAULT '';
ALTER TABLE open_orders ADD COLUMN held_fills TEXT NOT NULL DEFAULT '';
CREATE INDEX open_orders_held ON open_orders (id) WHERE held_fills <> '';
`,
}

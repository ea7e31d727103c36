import type { Migration } from './migration.js'

/**
 * Adds provider fills that staff decide about to the rows of their orders, and an index that finds
 * those still waiting.
 */
export const heldFills: Migration = {
  name: 'held fills',
  sql: `
ALTER TABLE orders ADD COLUMN held_fills TEXT NOT NULL DEFAULT '';
ALTER TABLE open_orders ADD COLUMN held_fills TEXT NOT NULL DEFAULT '';
CREATE INDEX open_orders_held ON open_orders (id) WHERE held_fills <> '';
`,
}

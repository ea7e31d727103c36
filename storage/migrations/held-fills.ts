import type { Migration } from './migration.js'

/** Fills of providers that staff decide about, in the rows of their orders; the index finds those that wait. */
export const heldFills: Migration = {
  name: 'held fills',
  sql: `
ALTER TABLE orders ADD COLUMN held_fills TEXT NOT NULL DEFAULT '';
ALTER TABLE open_orders ADD COLUMN held_fills TEXT NOT NULL DEFAULT '';
CREATE INDEX open_orders_held ON open_orders (id) WHERE held_fills <> '';
`,
}

import type { Migration } from './migration.js'

/** Adds the client's request ids of orders and deals, and the sessions that sent the requests. */
export const requestSources: Migration = {
  name: 'request-sources',
  sql: `
ALTER TABLE orders ADD COLUMN client_order_id TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE open_orders ADD COLUMN client_order_id TEXT NOT NULL DEFAULT '';
ALTER TABLE open_orders ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE deals ADD COLUMN client_order_id TEXT NOT NULL DEFAULT '';
`,
}

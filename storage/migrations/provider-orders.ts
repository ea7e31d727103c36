import type { Migration } from './migration.js'

/** Adds the provider's ids of an order and its executions, and the amount filled there. */
const ORDER_COLUMNS = [
  'gateway_id INTEGER NOT NULL DEFAULT 0',
  "external_id TEXT NOT NULL DEFAULT ''",
  "filled_value TEXT NOT NULL DEFAULT '0'",
  'last_deal_id INTEGER NOT NULL DEFAULT 0',
]

export const providerOrders: Migration = {
  number: 10,
  name: 'provider orders',
  sql: [
    ...['orders', 'open_orders'].flatMap((table) =>
      ORDER_COLUMNS.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column};`),
    ),
    "ALTER TABLE deals ADD COLUMN external_id TEXT NOT NULL DEFAULT '';",
  ].join('\n'),
}

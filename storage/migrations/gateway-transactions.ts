import type { Migration } from './migration.js'

/**
 * Adds the messages about orders to and from providers. `n` numbers a gateway's rows, so that the
 * oldest can be deleted without counting. Texts are exact numbers, or empty.
 */
export const gatewayTransactions: Migration = {
  name: 'gateway-transactions',
  sql: `
CREATE TABLE gateway_transactions (
  gateway        INTEGER NOT NULL,
  n              INTEGER NOT NULL,
  at             INTEGER NOT NULL,
  kind           TEXT NOT NULL,
  state          TEXT NOT NULL,
  login          INTEGER NOT NULL,
  order_id       INTEGER NOT NULL,
  sent_id        TEXT NOT NULL,
  symbol         TEXT NOT NULL,
  source         TEXT NOT NULL,
  side           TEXT NOT NULL,
  volume         TEXT NOT NULL,
  price          TEXT NOT NULL,
  quantity       TEXT NOT NULL,
  provider_price TEXT NOT NULL,
  total          TEXT NOT NULL,
  average        TEXT NOT NULL,
  external_id    TEXT NOT NULL,
  execution      TEXT NOT NULL,
  text           TEXT NOT NULL,
  PRIMARY KEY (gateway, n)
) WITHOUT ROWID, STRICT;
`,
}

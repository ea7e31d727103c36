import type { Migration } from './migration.js'

/**
 * Moves pending orders to a separate table, like open positions; finished ones move on to `orders`.
 * Adds their terms, stops of positions, and results of day ends. Columns that are usually empty
 * have defaults, so that they take no space.
 */
const TERMS = `
  trigger_price  INTEGER NOT NULL DEFAULT 0,
  stop_loss      INTEGER NOT NULL DEFAULT 0,
  take_profit    INTEGER NOT NULL DEFAULT 0,
  trailing_pts   INTEGER NOT NULL DEFAULT 0,
  deviation_pts  INTEGER NOT NULL DEFAULT 0,
  filling        TEXT NOT NULL DEFAULT '',
  expiration     TEXT NOT NULL DEFAULT 'gtc',
  expires_at     INTEGER NOT NULL DEFAULT 0,
  by_position_id INTEGER NOT NULL DEFAULT 0,
  oco_order_id   INTEGER NOT NULL DEFAULT 0,
  activated_at   INTEGER NOT NULL DEFAULT 0,
  rate_margin    TEXT NOT NULL DEFAULT '0',
  dealer         INTEGER NOT NULL DEFAULT 0,
  version        INTEGER NOT NULL DEFAULT 1`

function added(table: string, columns: string): string {
  return columns
    .split(',')
    .map((column) => `ALTER TABLE ${table} ADD COLUMN ${column.trim()};`)
    .join('\n')
}

export const restingOrders: Migration = {
  number: 6,
  name: 'resting orders',
  sql: `
CREATE TABLE open_orders (
  id             INTEGER NOT NULL,
  login          INTEGER NOT NULL,
  symbol_id      INTEGER NOT NULL,
  side           INTEGER NOT NULL,
  kind           TEXT NOT NULL,
  state          TEXT NOT NULL,
  volume_initial INTEGER NOT NULL,
  volume_current INTEGER NOT NULL,
  price          INTEGER NOT NULL,
  position_id    INTEGER NOT NULL,
  reason         TEXT NOT NULL,
  comment        TEXT NOT NULL,
  created_at     INTEGER NOT NULL,
  done_at        INTEGER NOT NULL,${TERMS},
  PRIMARY KEY (login, id)
) STRICT, WITHOUT ROWID;
${added('orders', TERMS)}
-- Those that rested before they were done: their numbers do not rise with their times.
CREATE INDEX orders_rested ON orders (done_at, id) WHERE version > 1;
${added(
  'deals',
  `volume_closed INTEGER NOT NULL DEFAULT 0, commission_due INTEGER NOT NULL DEFAULT 0,
   dealer INTEGER NOT NULL DEFAULT 0`,
)}
${added(
  'positions',
  `stop_loss INTEGER NOT NULL DEFAULT 0, take_profit INTEGER NOT NULL DEFAULT 0,
   trailing_pts INTEGER NOT NULL DEFAULT 0, open_rest INTEGER NOT NULL DEFAULT 0,
   dealer INTEGER NOT NULL DEFAULT 0`,
)}
${added('closed_positions', 'dealer INTEGER NOT NULL DEFAULT 0')}
${added(
  'account_states',
  `commission_due INTEGER NOT NULL DEFAULT 0, in_margin_call INTEGER NOT NULL DEFAULT 0,
   day INTEGER NOT NULL DEFAULT 0, balance_prev_day INTEGER NOT NULL DEFAULT 0,
   balance_prev_month INTEGER NOT NULL DEFAULT 0`,
)}
`,
}

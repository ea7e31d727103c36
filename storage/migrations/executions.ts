import type { Migration } from './migration.js'

/**
 * Stores how orders were executed: their rule, their requested price, and the times of the deciding
 * turns, one row per batch of a shard. Refusals are counted by hour.
 */
export const executions: Migration = {
  name: 'executions',
  sql: `
ALTER TABLE orders ADD COLUMN rule_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN price_asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN way TEXT NOT NULL DEFAULT '';
ALTER TABLE open_orders ADD COLUMN rule_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE open_orders ADD COLUMN price_asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE open_orders ADD COLUMN way TEXT NOT NULL DEFAULT '';
CREATE TABLE turn_times (
  last_seq INTEGER PRIMARY KEY,
  shard    INTEGER NOT NULL,
  shards   INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at  INTEGER NOT NULL,
  turns    BLOB NOT NULL
) STRICT;
CREATE TABLE refused_requests (
  hour_at    INTEGER NOT NULL,
  symbol_id  INTEGER NOT NULL,
  group_path TEXT NOT NULL,
  code       TEXT NOT NULL,
  dealer     INTEGER NOT NULL,
  gateway_id INTEGER NOT NULL,
  count      INTEGER NOT NULL,
  PRIMARY KEY (hour_at, symbol_id, group_path, code, dealer, gateway_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_times_at ON turn_times (shards, shard, last_at);
`,
}

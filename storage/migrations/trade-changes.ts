import type { Migration } from './migration.js'

/**
 * Adds the changes of positions' stops and of waiting orders' terms
 * (storage/projection/trade-changes.ts). `field` and `by` are indexes into the lists of
 * wire/stored/stored-change.ts. 0 in `old` or `new` means none. `meta` stores the newest projected
 * record and the time of this migration, because older trades have no changes.
 */
export const tradeChanges: Migration = {
  name: 'trade changes',
  sql: `
CREATE TABLE trade_changes (
  id              INTEGER NOT NULL,
  of_order        INTEGER NOT NULL,
  seq             INTEGER NOT NULL,
  field           INTEGER NOT NULL,
  login           INTEGER NOT NULL,
  at              INTEGER NOT NULL,
  old             INTEGER NOT NULL,
  new             INTEGER NOT NULL,
  by              INTEGER NOT NULL,
  actor           INTEGER NOT NULL,
  client_order_id TEXT    NOT NULL,
  request_id      TEXT    NOT NULL,
  PRIMARY KEY (id, of_order, seq, field)
) STRICT, WITHOUT ROWID;

INSERT INTO meta (name, value)
SELECT 'trade_changes_from', json_array(projection_seq,
  iif(projection_seq = 0, 0, CAST(unixepoch('subsec') * 1000 AS INTEGER)))
FROM projection_checkpoint;
`,
}

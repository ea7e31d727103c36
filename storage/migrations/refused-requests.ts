import type { Migration } from './migration.js'

/**
 * Adds refused trade requests for staff. For each account and day it counts the requests with a row
 * (`kept`) and without one (`more`). Rows are found by both ids that a client may know.
 */
export const refusedRequests: Migration = {
  name: 'refused-requests',
  sql: `
CREATE TABLE refused_rows (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  at              INTEGER NOT NULL,
  login           INTEGER NOT NULL,
  code            TEXT NOT NULL,
  client_order_id TEXT NOT NULL,
  request_id      TEXT NOT NULL,
  bytes           INTEGER NOT NULL,
  row             TEXT NOT NULL
) STRICT;
CREATE INDEX refused_rows_by_login ON refused_rows (login, id);
CREATE INDEX refused_rows_by_client_id ON refused_rows (client_order_id) WHERE client_order_id != '';
CREATE INDEX refused_rows_by_request_id ON refused_rows (request_id) WHERE request_id != '';
CREATE TABLE refused_counts (
  login INTEGER NOT NULL,
  day   INTEGER NOT NULL,
  code  TEXT NOT NULL,
  kept  INTEGER NOT NULL,
  more  INTEGER NOT NULL,
  PRIMARY KEY (login, day, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_counts_by_day ON refused_counts (day);
`,
}

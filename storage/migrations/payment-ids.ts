import type { Migration } from './migration.js'

/** Adds the account of each payment's request id, and the number of ids per caller. */
export const paymentIds: Migration = {
  name: 'payment ids',
  sql: `
CREATE TABLE payment_ids (
  request_id BLOB PRIMARY KEY,
  login      INTEGER NOT NULL,
  caller     INTEGER NOT NULL,
  at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_ids_by_time ON payment_ids (at);
CREATE TABLE payment_id_counts (
  caller INTEGER PRIMARY KEY,
  ids    INTEGER NOT NULL
) STRICT;
`,
}

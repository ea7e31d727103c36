import type { Migration } from './migration.js'

/**
 * The account that a payment's request id was used for, and the number of ids that each caller has
 * brought.
 */
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

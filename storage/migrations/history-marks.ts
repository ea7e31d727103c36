import type { Migration } from './migration.js'

/**
 * Marks in the histories of accounts, one for every 256 rows
 * (storage/repos/trades/history-marks.ts). The sums of a mark cover the 256 rows that end with it.
 * Existing histories are listed as unmarked, with the place below which marks are missing; the
 * projector makes them from there.
 */
export const historyMarks: Migration = {
  name: 'history marks',
  sql: `
CREATE TABLE order_marks (
  login   INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  id      INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (login, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE deal_marks (
  login   INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  id      INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  balance INTEGER NOT NULL,
  credit  INTEGER NOT NULL,
  PRIMARY KEY (login, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE closed_marks (
  login      INTEGER NOT NULL,
  ordinal    INTEGER NOT NULL,
  id         INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  commission INTEGER NOT NULL,
  fee        INTEGER NOT NULL,
  profit     INTEGER NOT NULL,
  swap       INTEGER NOT NULL,
  volume     INTEGER NOT NULL,
  PRIMARY KEY (login, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE unmarked_histories (
  login   INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  id      INTEGER NOT NULL,
  PRIMARY KEY (login, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO unmarked_histories SELECT login, 'orders', orders, last_order_id FROM account_states
  WHERE orders >= 256;
INSERT INTO unmarked_histories SELECT login, 'deals', deals, last_deal_id FROM account_states
  WHERE deals >= 256;
INSERT INTO unmarked_histories SELECT login, 'closed', closed, last_closed_id FROM account_states
  WHERE closed >= 256;
`,
}

import type { Migration } from './migration.js'

/**
 * The corrections that staff made of positions. Deals do not tell them, so a position that is found
 * again from its deals needs them (storage/projection/account-history.ts). `seq` is the account's
 * of the correction; volume 0: taken out.
 */
export const positionCorrections: Migration = {
  number: 12,
  name: 'position corrections',
  sql: `
CREATE TABLE position_corrections (
  login       INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  position_id INTEGER NOT NULL,
  volume      INTEGER NOT NULL,
  price_open  INTEGER NOT NULL,
  open_rest   INTEGER NOT NULL,
  PRIMARY KEY (login, seq)
) STRICT, WITHOUT ROWID;
`,
}

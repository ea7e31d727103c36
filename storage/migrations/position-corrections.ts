import type { Migration } from './migration.js'

/**
 * Corrections of positions by staff. They are not in deals, so recomputing a position from its
 * deals needs them (storage/projection/account-history.ts). `seq` is the account's seq of the
 * correction; volume 0 means deleted.
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

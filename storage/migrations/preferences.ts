import type { Migration } from './migration.js'

/** Adds the documents that terminals store for their users, one per login and side. */
export const preferences: Migration = {
  name: 'preferences',
  sql: `
CREATE TABLE preferences (
  login      INTEGER NOT NULL,
  side       TEXT NOT NULL CHECK (side IN ('staff', 'trader')),
  content    TEXT NOT NULL,
  version    INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (login, side)
) STRICT, WITHOUT ROWID;
`,
}

import type { Migration } from './migration.js'

/** Adds staff's notes on an account. The account's holder never sees them. */
export const notes: Migration = {
  name: 'notes',
  sql: `
CREATE TABLE notes (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  login      INTEGER NOT NULL,
  text       TEXT NOT NULL,
  author     INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  changed_at INTEGER,
  version    INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_by_login ON notes (login, id);
`,
}

import type { Migration } from './migration.js'

/**
 * Adds watchlists of traders. `symbols` are ids as JSON, so renaming a symbol does not affect them.
 */
export const watchlists: Migration = {
  name: 'watchlists',
  sql: `
CREATE TABLE watchlists (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  login      INTEGER NOT NULL,
  name       TEXT NOT NULL,
  symbols    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX watchlists_by_login ON watchlists (login, id);
`,
}

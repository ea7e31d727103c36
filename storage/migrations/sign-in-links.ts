import type { Migration } from './migration.js'

/**
 * Adds sign-in links by the digest of their code. An exchange that needs a one-time code sets
 * `code_asked`. An account has a row in `link_accounts` if its owner turned links off or has only
 * signed in with links. A session stores whether a link opened it, and which sign-in duties the
 * link waived.
 */
export const signInLinks: Migration = {
  name: 'sign-in links',
  sql: `
CREATE TABLE sign_in_links (
  digest     TEXT PRIMARY KEY,
  login      INTEGER NOT NULL,
  ip         TEXT NOT NULL,
  read_only  INTEGER NOT NULL,
  issued_by  INTEGER NOT NULL,
  via        TEXT,
  code_asked INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_links_of ON sign_in_links (login, expires_at);
CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);
CREATE TABLE link_accounts (
  login         INTEGER PRIMARY KEY,
  allowed       INTEGER NOT NULL,
  only_by_links INTEGER NOT NULL
) STRICT;
ALTER TABLE sessions ADD COLUMN by_link INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN skips_password_change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN skips_codes INTEGER NOT NULL DEFAULT 0;
`,
}

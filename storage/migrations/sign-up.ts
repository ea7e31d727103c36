import type { Migration } from './migration.js'

/**
 * Adds the data of people who sign up: codes, attempts within the hour, and applications for real
 * accounts.
 */
export const signUp: Migration = {
  name: 'sign-up',
  sql: `
CREATE TABLE sign_up_codes (
  email        TEXT PRIMARY KEY,
  digest       TEXT NOT NULL,
  expires_at   INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_up_codes_by_age ON sign_up_codes (expires_at);
CREATE TABLE sign_up_attempts (
  id   INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  who  TEXT NOT NULL,
  at   INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_up_attempts_of ON sign_up_attempts (kind, who, at);
CREATE INDEX sign_up_attempts_by_age ON sign_up_attempts (at);
CREATE TABLE applications (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  state         TEXT NOT NULL,
  group_path    TEXT NOT NULL,
  leverage      INTEGER NOT NULL,
  allocation_id INTEGER,
  name          TEXT NOT NULL,
  last_name     TEXT NOT NULL,
  email         TEXT NOT NULL,
  phone         TEXT NOT NULL,
  address       TEXT NOT NULL,
  city          TEXT NOT NULL,
  country       TEXT NOT NULL,
  language      TEXT NOT NULL,
  ip            TEXT NOT NULL,
  login         INTEGER,
  reason        TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  decided_at    INTEGER,
  decided_by    INTEGER
) STRICT;
CREATE INDEX applications_by_state ON applications (state, id);
CREATE INDEX applications_by_decision ON applications (decided_at) WHERE decided_at IS NOT NULL;
`,
}

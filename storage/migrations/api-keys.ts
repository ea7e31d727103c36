import type { Migration } from './migration.js'

/**
 * Adds API keys of staff, found by digest. Lists are JSON, and null if the key has those of its
 * login. Journal lines and jobs name their caller's key.
 */
export const apiKeys: Migration = {
  name: 'api-keys',
  sql: `
CREATE TABLE api_keys (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  login        INTEGER NOT NULL,
  name         TEXT NOT NULL,
  prefix       TEXT NOT NULL,
  digest       TEXT NOT NULL,
  old_digest   TEXT,
  old_until    INTEGER,
  rights       TEXT,
  group_scope  TEXT,
  ip_allow     TEXT NOT NULL,
  expires_at   INTEGER,
  enabled      INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  created_by   INTEGER NOT NULL,
  last_used_at INTEGER,
  last_ip      TEXT NOT NULL,
  version      INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX api_keys_by_name ON api_keys (login, name);
CREATE UNIQUE INDEX api_keys_by_digest ON api_keys (digest);
ALTER TABLE journal ADD COLUMN via TEXT;
ALTER TABLE jobs ADD COLUMN via TEXT;
`,
}

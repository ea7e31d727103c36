import type { Migration } from './migration.js'

/**
 * Secrets of one-time codes, sealed. A row is a secret that waits to be confirmed until its account's
 * `otp_enabled` says that it is in use.
 */
export const oneTimeCodes: Migration = {
  name: 'one-time codes',
  sql: `
CREATE TABLE one_time_codes (
  login     INTEGER PRIMARY KEY,
  secret    TEXT NOT NULL,
  used_step INTEGER NOT NULL DEFAULT 0,
  made_at   INTEGER NOT NULL
) STRICT;
`,
}

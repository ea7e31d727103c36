import type { Migration } from './migration.js'

/**
 * Secrets of one-time codes, encrypted. A row is an unconfirmed secret until its account's
 * `otp_enabled` is set.
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

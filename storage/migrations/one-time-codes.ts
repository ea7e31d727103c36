import type { Migration } from './migration.js'

/**
 * Adds the encrypted secrets of one-time codes. A secret is unconfirmed until its account has
 * `otp_enabled`.
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

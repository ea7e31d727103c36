import type { Migration } from './migration.js'

/**
 * The csrf token is stored only as a digest, like the other tokens. The family is the digest of the
 * part that all refresh tokens of a session share, by which an old token is recognised.
 */
export const sessionDigests: Migration = {
  number: 2,
  name: 'session digests',
  sql: `
ALTER TABLE sessions RENAME COLUMN csrf_token TO csrf_digest;
ALTER TABLE sessions ADD COLUMN family_digest TEXT NOT NULL DEFAULT '';
DELETE FROM sessions;
CREATE UNIQUE INDEX sessions_family ON sessions (family_digest);
DROP INDEX sessions_refresh;
CREATE INDEX sessions_expiry ON sessions (refresh_expires_at);
`,
}

import type { Migration } from './migration.js'

/**
 * The secret that request keys are hashed with from now on. It is kept beside the hashes and goes
 * where they go, into backups too: with another one no stored key would be found again. `keyed`
 * tells them from the older ones.
 */
export const requestKeySecret: Migration = {
  number: 15,
  name: 'request key secret',
  sql: `
ALTER TABLE request_key_batches ADD COLUMN keyed INTEGER NOT NULL DEFAULT 0;

INSERT INTO meta (name, value) VALUES ('request_key_secret', lower(hex(randomblob(8))));
`,
}

import type { Migration } from './migration.js'

/**
 * The secret for hashing request keys. It is stored with the hashes, including in backups, because
 * with another secret no stored key would be found. `keyed` marks hashes with the secret.
 */
export const requestKeySecret: Migration = {
  number: 15,
  name: 'request key secret',
  sql: `
ALTER TABLE request_key_batches ADD COLUMN keyed INTEGER NOT NULL DEFAULT 0;

INSERT INTO meta (name, value) VALUES ('request_key_secret', lower(hex(randomblob(8))));
`,
}

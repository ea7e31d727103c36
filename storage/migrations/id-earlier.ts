import type { Migration } from './migration.js'

/** The rest of a shard's range before its newest one. */
export const idEarlier: Migration = {
  name: 'id-earlier',
  sql: `
ALTER TABLE id_ranges ADD COLUMN earlier_next INTEGER NOT NULL DEFAULT 0;
ALTER TABLE id_ranges ADD COLUMN earlier_end INTEGER NOT NULL DEFAULT 0;
`,
}

import type { Migration } from './migration.js'

/** Stores what is left of a shard's previous id range. */
export const idEarlier: Migration = {
  name: 'id-earlier',
  sql: `
ALTER TABLE id_ranges ADD COLUMN earlier_next INTEGER NOT NULL DEFAULT 0;
ALTER TABLE id_ranges ADD COLUMN earlier_end INTEGER NOT NULL DEFAULT 0;
`,
}

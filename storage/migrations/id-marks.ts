import type { Migration } from './migration.js'

/**
 * Ids are granted in parts of a range. Existing ranges were granted completely, so they have no ids
 * left.
 */
export const idMarks: Migration = {
  name: 'id-marks',
  sql: `
DELETE FROM id_ranges;
`,
}

import type { Migration } from './migration.js'

/**
 * Ranges of ids are granted in parts. Existing ranges were granted completely, so nothing is left
 * of them.
 */
export const idMarks: Migration = {
  name: 'id-marks',
  sql: `
DELETE FROM id_ranges;
`,
}

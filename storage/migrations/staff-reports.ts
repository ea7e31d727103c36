import type { Migration } from './migration.js'

/**
 * Adds the report configurations that a staff user may open: a JSON array of lines, sorted by path.
 */
export const staffReports: Migration = {
  number: 3,
  name: 'staff reports',
  sql: `ALTER TABLE staff ADD COLUMN reports TEXT NOT NULL DEFAULT '[]';`,
}

import type { Migration } from './migration.js'

/**
 * The login that changed a setting last: null for the server itself, and for records without a
 * change since.
 */
export const settingsAuthors: Migration = {
  name: 'settings-authors',
  sql: 'ALTER TABLE settings ADD COLUMN updated_by INTEGER;',
}

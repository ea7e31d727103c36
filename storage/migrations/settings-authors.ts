import type { Migration } from './migration.js'

/**
 * Adds the login that last changed a setting; null for the server itself, and for records that
 * nobody has changed since.
 */
export const settingsAuthors: Migration = {
  name: 'settings-authors',
  sql: 'ALTER TABLE settings ADD COLUMN updated_by INTEGER;',
}

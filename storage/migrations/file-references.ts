import type { Migration } from './migration.js'

/**
 * Counts the references to a file that stays as long as it has one, such as the attachment of
 * several mails.
 */
export const fileReferences: Migration = {
  name: 'file references',
  sql: 'ALTER TABLE files ADD COLUMN refs INTEGER NOT NULL DEFAULT 0 CHECK (refs >= 0);',
}

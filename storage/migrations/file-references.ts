import type { Migration } from './migration.js'

/** How many refer to a file that stays as long as somebody does, like the copies of one attachment. */
export const fileReferences: Migration = {
  name: 'file references',
  sql: 'ALTER TABLE files ADD COLUMN refs INTEGER NOT NULL DEFAULT 0 CHECK (refs >= 0);',
}

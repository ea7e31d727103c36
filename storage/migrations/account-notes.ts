import type { Migration } from './migration.js'

/** The texts of accounts that windows knew without an index: they are paged and counted as the others are. */
export const accountNotes: Migration = {
  name: 'account windows by comment and middle name',
  sql: ['comment', 'middle_name']
    .map(
      (field) =>
        `CREATE INDEX accounts_by_${field} ON accounts (group_path COLLATE NOCASE, ${field}_key);`,
    )
    .join('\n'),
}

import type { Migration } from './migration.js'

/** Adds indexes for the account texts that windows could only scan before. */
export const accountNotes: Migration = {
  name: 'account windows by comment and middle name',
  sql: ['comment', 'middle_name']
    .map(
      (field) =>
        `CREATE INDEX accounts_by_${field} ON accounts (group_path COLLATE NOCASE, ${field}_key);`,
    )
    .join('\n'),
}

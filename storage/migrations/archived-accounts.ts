import type { Migration } from './migration.js'

/** Archived accounts are counted without a look at all accounts: licences limit the others. */
export const archivedAccounts: Migration = {
  name: 'archived accounts',
  sql: 'CREATE INDEX accounts_archived ON accounts (login) WHERE archived_at IS NOT NULL;',
}

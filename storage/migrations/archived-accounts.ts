import type { Migration } from './migration.js'

/** Adds an index that counts archived accounts, because licences limit only the others. */
export const archivedAccounts: Migration = {
  name: 'archived accounts',
  sql: 'CREATE INDEX accounts_archived ON accounts (login) WHERE archived_at IS NOT NULL;',
}

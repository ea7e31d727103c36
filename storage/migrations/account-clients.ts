import type { Migration } from './migration.js'

/** Adds an index that finds the accounts of a client. Few accounts have a client. */
export const accountClients: Migration = {
  name: 'accounts by client',
  sql: 'CREATE INDEX accounts_by_client_alone ON accounts (client_id) WHERE client_id IS NOT NULL;',
}

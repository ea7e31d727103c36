import type { Migration } from './migration.js'

/** The accounts of a client are found at once; few accounts have one. */
export const accountClients: Migration = {
  name: 'accounts by client',
  sql: 'CREATE INDEX accounts_by_client_alone ON accounts (client_id) WHERE client_id IS NOT NULL;',
}

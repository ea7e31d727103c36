import type { Migration } from './migration.js'

/**
 * Adds the networks from which an account may use the terminal `api`: a JSON list, empty to allow
 * every address.
 */
export const apiAddresses: Migration = {
  name: 'api addresses',
  sql: `
ALTER TABLE accounts ADD COLUMN api_ip_allow TEXT NOT NULL DEFAULT '[]';
`,
}

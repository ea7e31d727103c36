import type { Migration } from './migration.js'

/**
 * Networks from which the terminal `api` of an account may be used, as a JSON list; empty allows
 * every address.
 */
export const apiAddresses: Migration = {
  name: 'api addresses',
  sql: `
ALTER TABLE accounts ADD COLUMN api_ip_allow TEXT NOT NULL DEFAULT '[]';
`,
}

import type { Migration } from './migration.js'

/** Networks that the terminal `api` of an account may be used from, as a JSON list; empty is every address. */
export const apiAddresses: Migration = {
  name: 'api addresses',
  sql: `
ALTER TABLE accounts ADD COLUMN api_ip_allow TEXT NOT NULL DEFAULT '[]';
`,
}

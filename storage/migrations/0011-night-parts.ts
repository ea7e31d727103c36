import type { Migration } from './migration.js'

/** How far the night's swaps of an account have come whose day end takes several records. */
export const nightParts: Migration = {
  number: 11,
  name: 'night parts',
  sql: `
ALTER TABLE account_states ADD COLUMN night_through INTEGER NOT NULL DEFAULT 0;
`,
}

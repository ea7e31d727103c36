import type { Migration } from './migration.js'

/**
 * The place up to which a night's swaps are booked, for an account whose day end takes several
 * records.
 */
export const nightParts: Migration = {
  number: 11,
  name: 'night parts',
  sql: `
ALTER TABLE account_states ADD COLUMN night_through INTEGER NOT NULL DEFAULT 0;
`,
}

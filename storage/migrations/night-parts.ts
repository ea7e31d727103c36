import type { Migration } from './migration.js'

/**
 * Stores up to which position a night's swaps are booked, for a day end that takes several records.
 */
export const nightParts: Migration = {
  number: 11,
  name: 'night parts',
  sql: `
ALTER TABLE account_states ADD COLUMN night_through INTEGER NOT NULL DEFAULT 0;
`,
}

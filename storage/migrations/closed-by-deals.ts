import type { Migration } from './migration.js'

/**
 * Finds closed positions by the deals that closed them (storage/repos/trades/closed-by-time.ts).
 */
export const closedByDeals: Migration = {
  number: 13,
  name: 'closed positions by their deals',
  sql: 'DROP INDEX closed_positions_closed_at;',
}

import type { Migration } from './migration.js'

/**
 * Adds an index with which a starting shard sums up the deals of providers without reading all
 * other deals.
 */
export const providerDeals: Migration = {
  name: 'provider deals',
  sql: `
CREATE INDEX deals_at_providers ON deals (login, symbol_id, external_id, side, volume)
  WHERE external_id <> '';
`,
}

import type { Migration } from './migration.js'

/** A shard sums at its start what providers have traded for its accounts: without all other deals. */
export const providerDeals: Migration = {
  name: 'provider deals',
  sql: `
CREATE INDEX deals_at_providers ON deals (login, symbol_id, external_id, side, volume)
  WHERE external_id <> '';
`,
}

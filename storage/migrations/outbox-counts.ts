import type { Migration } from './migration.js'

/**
 * Adds an index of the outbox's filter columns, so that counting does not read rows with their
 * texts.
 */
export const outboxCounts: Migration = {
  name: 'outbox-counts',
  sql: 'CREATE INDEX outbox_counted ON outbox (login, state, kind);',
}

import type { Migration } from './migration.js'

/**
 * An index of the columns that filter the outbox, so that counting does not read the rows with
 * their texts.
 */
export const outboxCounts: Migration = {
  name: 'outbox-counts',
  sql: 'CREATE INDEX outbox_counted ON outbox (login, state, kind);',
}

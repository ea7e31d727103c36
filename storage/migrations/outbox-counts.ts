import type { Migration } from './migration.js'

/** An index of the columns that filter the outbox: counting reads no rows, which hold the texts. */
export const outboxCounts: Migration = {
  name: 'outbox-counts',
  sql: 'CREATE INDEX outbox_counted ON outbox (login, state, kind);',
}

import type { Migration } from './migration.js'

/** What lists of the outbox are narrowed by, in one index: they are counted without their rows, which hold the texts. */
export const outboxCounts: Migration = {
  name: 'outbox-counts',
  sql: 'CREATE INDEX outbox_counted ON outbox (login, state, kind);',
}

import type { Migration } from './migration.js'

/**
 * Adds indexes of e-mails that are sent before mass e-mails: sign-up codes first, then letters to
 * one person. Mass e-mails are in neither, so queueing them costs nothing more.
 */
export const outboxUrgent: Migration = {
  name: 'outbox-urgent',
  sql: `
CREATE INDEX outbox_codes ON outbox (server, due_at) WHERE state = 'queued' AND kind = 'code';
CREATE INDEX outbox_letters ON outbox (server, due_at)
  WHERE state = 'queued' AND kind NOT IN ('code', 'mail', 'statement');
`,
}

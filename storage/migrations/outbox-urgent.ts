import type { Migration } from './migration.js'

/**
 * Indexes of the e-mails that are sent before mass e-mails: sign-up codes, then letters to one
 * person. Mass e-mails have none, so that queueing them costs nothing more.
 */
export const outboxUrgent: Migration = {
  name: 'outbox-urgent',
  sql: `
CREATE INDEX outbox_codes ON outbox (server, due_at) WHERE state = 'queued' AND kind = 'code';
CREATE INDEX outbox_letters ON outbox (server, due_at)
  WHERE state = 'queued' AND kind NOT IN ('code', 'mail', 'statement');
`,
}

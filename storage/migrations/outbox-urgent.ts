import type { Migration } from './migration.js'

/**
 * Indexes of what goes before e-mails to many: codes of sign-up, then letters to one person. Of those to many they have none, so that
 * queueing these costs nothing more.
 */
export const outboxUrgent: Migration = {
  name: 'outbox-urgent',
  sql: `
CREATE INDEX outbox_codes ON outbox (server, due_at) WHERE state = 'queued' AND kind = 'code';
CREATE INDEX outbox_letters ON outbox (server, due_at)
  WHERE state = 'queued' AND kind NOT IN ('code', 'mail', 'statement');
`,
}

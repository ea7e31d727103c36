import type { Migration } from './migration.js'

/**
 * Adds to each e-mail the mailbox message that it was sent with, so that the sender of the message
 * sees how many e-mails were sent. Older e-mails have none.
 */
export const outboxMessages: Migration = {
  name: 'outbox-messages',
  sql: `
ALTER TABLE outbox ADD COLUMN message INTEGER;
CREATE INDEX outbox_by_message ON outbox (message, state) WHERE message IS NOT NULL;
`,
}

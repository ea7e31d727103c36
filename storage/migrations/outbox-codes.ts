import type { Migration } from './migration.js'

/** Codes of sign-up stood in the subjects of their e-mails, which staff read. */
export const outboxCodes: Migration = {
  name: 'outbox-codes',
  sql: `
UPDATE outbox SET subject = 'Your confirmation code' WHERE kind = 'code';
`,
}

import type { Migration } from './migration.js'

/** Removes sign-up codes from the subjects of e-mails, which staff can read. */
export const outboxCodes: Migration = {
  name: 'outbox-codes',
  sql: `
UPDATE outbox SET subject = 'Your confirmation code' WHERE kind = 'code';
`,
}

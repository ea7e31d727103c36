import type { Migration } from './migration.js'

/**
 * Margin calls for which an e-mail is due, and when an account last got one: one row per account.
 * The projector writes the event in the transaction of its record; the desk writes that the e-mail
 * is in the outbox.
 */
export const marginLetters: Migration = {
  name: 'margin-letters',
  sql: `
CREATE TABLE margin_letters (
  login     INTEGER PRIMARY KEY,
  standing  TEXT NOT NULL,
  equity    INTEGER NOT NULL,
  margin    INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  is_due    INTEGER NOT NULL,
  mailed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX margin_letters_due ON margin_letters (login) WHERE is_due = 1;
`,
}

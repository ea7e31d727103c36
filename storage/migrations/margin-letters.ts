import type { Migration } from './migration.js'

/**
 * Adds, per account, the margin call for which an e-mail is due, and the time of the last such
 * e-mail. The projector writes the event in the transaction of its record. The desk marks it once
 * the e-mail is in the outbox.
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

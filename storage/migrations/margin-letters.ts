import type { Migration } from './migration.js'

/**
 * Margin calls that are to be written about, and when an account was last written to: one row an account. The projector
 * writes what happened, in the transaction of its record; the desk writes that the letter went into the outbox.
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

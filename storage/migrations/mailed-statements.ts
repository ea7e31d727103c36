import type { Migration } from './migration.js'

/** Statements of days that went into the outbox; they are let go when their day is not looked at any more. */
export const mailedStatements: Migration = {
  name: 'mailed-statements',
  sql: `
CREATE TABLE mailed_statements (
  day   INTEGER NOT NULL,
  login INTEGER NOT NULL,
  PRIMARY KEY (day, login)
) STRICT, WITHOUT ROWID;
`,
}

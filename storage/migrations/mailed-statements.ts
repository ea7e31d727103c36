import type { Migration } from './migration.js'

/**
 * Adds the daily statements that were put into the outbox. Their rows are deleted when their day is
 * no longer checked.
 */
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

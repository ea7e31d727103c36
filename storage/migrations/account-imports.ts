import type { Migration } from './migration.js'

/**
 * The remaining work of account imports, and the result of each record. Data with passwords is
 * encrypted: the waiting records, and rows that were not read yet. `logins` are those that a dry
 * run counts as taken.
 */
export const accountImports: Migration = {
  name: 'account-imports',
  sql: `
CREATE TABLE import_parts (
  job    INTEGER NOT NULL,
  first  INTEGER NOT NULL,
  sealed TEXT NOT NULL,
  PRIMARY KEY (job, first)
) STRICT;
CREATE TABLE import_rows (
  job    INTEGER NOT NULL,
  first  INTEGER NOT NULL,
  plain  TEXT NOT NULL,
  sealed TEXT,
  logins TEXT NOT NULL,
  PRIMARY KEY (job, first)
) STRICT;
CREATE TRIGGER jobs_over AFTER UPDATE OF state ON jobs WHEN new.finished_at IS NOT NULL BEGIN
  DELETE FROM import_parts WHERE job = new.id;
END;
CREATE TRIGGER jobs_gone AFTER DELETE ON jobs BEGIN
  DELETE FROM import_parts WHERE job = old.id;
  DELETE FROM import_rows WHERE job = old.id;
END;
`,
}

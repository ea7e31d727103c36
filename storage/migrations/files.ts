import type { Migration } from './migration.js'

/**
 * Adds users' files. A job's result is a file and is deleted with its job. Results of older
 * versions get a row, and a start moves their content (storage/files/file-sweep.ts).
 */
export const files: Migration = {
  name: 'files',
  sql: `
CREATE TABLE files (
  id         TEXT PRIMARY KEY,
  owner      INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  name       TEXT NOT NULL,
  media      TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('growing', 'new', 'whole', 'gone', 'lost')),
  bytes      INTEGER NOT NULL CHECK (bytes >= 0),
  sha256     TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX files_counted ON files (kind, owner, bytes) WHERE state IN ('growing', 'new', 'whole');
CREATE INDEX files_expiring ON files (expires_at) WHERE expires_at IS NOT NULL AND state <> 'gone';
CREATE INDEX files_gone ON files (id) WHERE state = 'gone';

ALTER TABLE jobs ADD COLUMN file TEXT NOT NULL DEFAULT '';
UPDATE jobs SET file = lower(hex(randomblob(16))) WHERE state IN ('waiting', 'running', 'done');
INSERT INTO files
  SELECT file, owner, 'job_result', 'accounts-' || id || '.csv', 'text/csv; charset=utf-8',
         CASE state WHEN 'done' THEN 'whole' ELSE 'growing' END, bytes, NULL, created_at,
         CASE state WHEN 'done' THEN finished_at + 604800000 END
  FROM jobs WHERE file <> '';
CREATE TRIGGER jobs_file AFTER DELETE ON jobs WHEN OLD.file <> '' BEGIN
  UPDATE files SET state = 'gone' WHERE id = OLD.file;
END;
`,
}

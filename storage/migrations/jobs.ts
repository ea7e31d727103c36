import type { Migration } from './migration.js'

/**
 * Adds long-running work that staff started, with its progress. `place` is where the job continues,
 * in a format of its kind.
 */
export const jobs: Migration = {
  name: 'jobs',
  sql: `
CREATE TABLE jobs (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  owner       INTEGER NOT NULL,
  kind        TEXT NOT NULL,
  request     TEXT NOT NULL,
  rights      TEXT NOT NULL,
  scope       TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done        INTEGER NOT NULL DEFAULT 0,
  total       INTEGER,
  error       TEXT NOT NULL DEFAULT '',
  place       TEXT NOT NULL DEFAULT '',
  bytes       INTEGER NOT NULL DEFAULT 0,
  created_at  INTEGER NOT NULL,
  started_at  INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_by_owner ON jobs (owner, id);
CREATE INDEX jobs_open ON jobs (id) WHERE state IN ('waiting', 'running');
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
`,
}

import type { Migration } from './migration.js'

/**
 * Report jobs. Each belongs to the job with its number, but its row outlives the job and the
 * result. `sections` are its tables, once it is done.
 */
export const reportJobs: Migration = {
  name: 'report jobs',
  sql: `
CREATE TABLE report_jobs (
  id          INTEGER PRIMARY KEY,
  owner       INTEGER NOT NULL,
  state       TEXT NOT NULL DEFAULT 'queued',
  request     TEXT NOT NULL,
  rights      TEXT NOT NULL,
  scope       TEXT NOT NULL,
  attempts    INTEGER NOT NULL DEFAULT 0,
  "rows"      INTEGER NOT NULL DEFAULT 0,
  error       TEXT NOT NULL DEFAULT '',
  sections    TEXT NOT NULL DEFAULT '[]',
  created_at  INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX report_jobs_by_owner ON report_jobs (owner, id);
CREATE INDEX report_jobs_finished ON report_jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE TRIGGER report_jobs_follow AFTER UPDATE ON jobs WHEN NEW.kind = 'report' BEGIN
  UPDATE report_jobs SET
    state = CASE NEW.state WHEN 'waiting' THEN 'queued' ELSE NEW.state END,
    attempts = CASE WHEN NEW.started_at IS NULL THEN attempts ELSE max(attempts, 1) END,
    "rows" = NEW.done,
    error = NEW.error,
    sections = CASE NEW.state WHEN 'done' THEN NEW.place ELSE sections END,
    finished_at = NEW.finished_at
  WHERE id = NEW.id;
END;
`,
}

import type { Migration } from './migration.js'

/**
 * Schedules of reports, deleted with their configuration. `mail_to` of a job has the e-mail
 * addresses for its result; empty after sending, or if there are none.
 */
export const reportSchedules: Migration = {
  name: 'report schedules',
  sql: `
CREATE TABLE report_schedules (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  owner      INTEGER NOT NULL,
  config_id  INTEGER NOT NULL,
  cron       TEXT NOT NULL,
  format     TEXT NOT NULL,
  email_to   TEXT NOT NULL,
  due_at     INTEGER,
  last_at    INTEGER,
  last_job   INTEGER,
  error      TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version    INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX report_schedules_due ON report_schedules (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX report_schedules_of ON report_schedules (config_id);
CREATE TRIGGER report_schedules_go AFTER DELETE ON settings WHEN OLD.kind = 'reports' BEGIN
  DELETE FROM report_schedules WHERE config_id = OLD.id;
END;
ALTER TABLE report_jobs ADD COLUMN mail_to TEXT NOT NULL DEFAULT '';
CREATE INDEX report_jobs_to_mail ON report_jobs (id) WHERE mail_to <> '';
`,
}

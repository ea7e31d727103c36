import type { Migration } from './migration.js'

/**
 * Replaces triggers by code (storage/repos/): a trigger would run again when the rows of a change
 * are applied one by one (storage/row-images/). The guards of the journal stay.
 */
export const changesInCode: Migration = {
  name: 'changes-in-code',
  sql: `
DROP TRIGGER outbox_added;
DROP TRIGGER outbox_ended;
DROP TRIGGER outbox_moved;
DROP TRIGGER jobs_over;
DROP TRIGGER jobs_gone;
DROP TRIGGER jobs_file;
DROP TRIGGER report_jobs_follow;
DROP TRIGGER report_schedules_go;
`,
}

import type { Migration } from './migration.js'

/**
 * What a change of one table changes in another is done by whoever writes it (storage/repos/): a trigger would do it again where the rows
 * of a change are put in one by one (storage/row-images/). The guards of the journal stay.
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

import { assert } from '../assert.js'
// Jobs, and the imports that they carry out.

/** Jobs of one owner that wait or run, and of all owners; the next is refused. */
export const JOBS_OPEN_PER_OWNER_MAX = 4
export const JOBS_OPEN_MAX = 64

/** Jobs that wait for a later time, which keep no other from beginning: of one owner, and of all. */
export const JOBS_LATER_PER_OWNER_MAX = 16
export const JOBS_LATER_MAX = 256

/** The time that a job may wait for its beginning. */
export const JOB_STARTS_WITHIN_MS = 31 * 24 * 3_600_000

/** How long finished jobs and their results are kept, and how many per owner. */
export const JOBS_KEPT_MS = 7 * 24 * 3_600_000
export const JOBS_KEPT_PER_OWNER = 50

/** Report jobs that are kept per owner, whatever their months. */
export const REPORTS_KEPT_PER_OWNER = 1000

/** Schedules of reports. */
export const REPORT_SCHEDULES_MAX = 1000

/** Bytes of a report that is e-mailed with its file. */
export const REPORT_MAILED_BYTES_MAX = 10 * 1024 * 1024

/** Characters of a cron expression. */
export const CRON_TEXT_MAX = 100

/** The most logins of one report. */
export const REPORT_LOGINS_MAX = 1000

/** Bytes of the result of one job, and of all results together; a job that would pass it fails. */
export const JOB_RESULT_BYTES_MAX = 1024 * 1024 * 1024
export const JOB_RESULTS_BYTES_MAX = 4 * 1024 * 1024 * 1024

/** An import of accounts: its body, its records, those that are answered at once, cells and their characters. */
export const IMPORT_BODY_BYTES_MAX = 4 * 1024 * 1024

/**
 * Bytes of a table that the desk is given at a time, and bytes of all tables that wait there for their
 * ends.
 */
export const IMPORT_PARTS_BYTES = 256 * 1024
export const IMPORTS_RECEIVED_BYTES_MAX = 64 * 1024 * 1024
export const IMPORT_RECORDS_MAX = 20_000
export const IMPORT_AT_ONCE_MAX = 500
export const IMPORT_CELLS_MAX = 64
export const IMPORT_CELL_LENGTH_MAX = 4096

/** Imports in a body that one caller has under way, and all. */
export const IMPORTS_PER_CALLER_MAX = 2
export const IMPORTS_AT_ONCE_MAX = 16

/** Records of an import that the desk carries out as one change. */
export const IMPORT_SLICE_RECORDS = 25

/** Passwords that a slice of an import has hashed; the next slice does the rest. */
export const IMPORT_SLICE_PASSWORDS = 8

assert(JOB_RESULT_BYTES_MAX <= JOB_RESULTS_BYTES_MAX, 'one result fits among all')
assert(IMPORT_AT_ONCE_MAX <= IMPORT_RECORDS_MAX, 'what is answered at once may be imported')

import { assert } from '../assert.js'
// Limits of jobs, and of the imports that jobs carry out.

/** Maximum number of waiting and running jobs, per owner and in total. The next one is refused. */
export const JOBS_OPEN_PER_OWNER_MAX = 4
export const JOBS_OPEN_MAX = 64

/**
 * Maximum number of jobs scheduled for later, per owner and in total. They do not delay other jobs.
 */
export const JOBS_LATER_PER_OWNER_MAX = 16
export const JOBS_LATER_MAX = 256

/** How far in the future a job may start. */
export const JOB_STARTS_WITHIN_MS = 31 * 24 * 3_600_000

/** How long finished jobs and their results are stored, and how many per owner. */
export const JOBS_KEPT_MS = 7 * 24 * 3_600_000
export const JOBS_KEPT_PER_OWNER = 50

/** Maximum number of stored report jobs per owner, of all months. */
export const REPORTS_KEPT_PER_OWNER = 1000

export const REPORT_SCHEDULES_MAX = 1000

/** A report is attached to its e-mail up to this many bytes. */
export const REPORT_MAILED_BYTES_MAX = 10 * 1024 * 1024

/** Maximum number of characters in a cron expression. */
export const CRON_TEXT_MAX = 100

/** Maximum number of logins of one report. */
export const REPORT_LOGINS_MAX = 1000

/**
 * Maximum bytes of one job's result, and of all results together. A job that would exceed them
 * fails.
 */
export const JOB_RESULT_BYTES_MAX = 1024 * 1024 * 1024
export const JOB_RESULTS_BYTES_MAX = 4 * 1024 * 1024 * 1024

/** Maximum bytes of an account import that is sent as a request body. */
export const IMPORT_BODY_BYTES_MAX = 4 * 1024 * 1024

/**
 * The bytes of a table that the desk receives in one message, and the maximum bytes of all
 * unfinished tables. Then the maximum of records, of records answered at once, of cells and of
 * their characters.
 */
export const IMPORT_PARTS_BYTES = 256 * 1024
export const IMPORTS_RECEIVED_BYTES_MAX = 64 * 1024 * 1024
export const IMPORT_RECORDS_MAX = 20_000
export const IMPORT_AT_ONCE_MAX = 500
export const IMPORT_CELLS_MAX = 64
export const IMPORT_CELL_LENGTH_MAX = 4096

/** Maximum number of parallel imports in request bodies, per caller and in total. */
export const IMPORTS_PER_CALLER_MAX = 2
export const IMPORTS_AT_ONCE_MAX = 16

/** The number of import records that the desk carries out as one change. */
export const IMPORT_SLICE_RECORDS = 25

/**
 * Maximum number of passwords that one slice of an import hashes. The next slice hashes further
 * ones.
 */
export const IMPORT_SLICE_PASSWORDS = 8

assert(JOB_RESULT_BYTES_MAX <= JOB_RESULTS_BYTES_MAX, 'one result fits among all')
assert(IMPORT_AT_ONCE_MAX <= IMPORT_RECORDS_MAX, 'what is answered at once may be imported')

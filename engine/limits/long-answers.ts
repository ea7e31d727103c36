// Long answers, made a slice at a time: snapshots, resumes, lists, statements, exports.

/**
 * Snapshots and resumes: the bytes that a turn writes for all of them, and for one before its
 * reader has received them.
 */
export const BULK_TURN_BYTES = 256 * 1024
export const BULK_SLICE_BYTES = 16 * 1024

/** Snapshots and resumes of an account that wait for the one under way; the next is `trade.too_many_requests`. */
export const BULK_WAITING_MAX = 8

/**
 * The most snapshots, resumes and lists that a shard makes at a time, and the rows that they keep
 * in memory. The next request gets `unavailable`.
 */
export const BULK_JOBS_MAX = 256
export const BULK_ROWS_MAX = 500_000

/** Long lists of one account's positions or orders that are made at a time; the next is `too_many_requests`. */
export const BULK_LISTS_MAX = 4

/** Scans of many accounts of a shard, running or waiting; another one is answered `unavailable`. */
export const HOLDER_LOOKS_MAX = 64

/** Accounts of a filtered list whose money is summed up; of a longer list it is not. */
export const SUMMED_ACCOUNTS_MAX = 10_000

/** Open positions of a list whose live profit is summed up; of a longer list it is not. */
export const SUMMED_POSITIONS_MAX = 10_000

/** Milliseconds in which a shard values accounts for one preview of a change; the others are only counted. */
export const EFFECTS_MS = 4_500

/** Rows of a preview's worst accounts. */
export const EFFECTS_ROWS_MAX = 100

/** Accounts of one answer about those that hold most, or whose margin levels are lowest; and as many unless said. */
export const HOLDER_ROWS_MAX = 500
export const HOLDER_ROWS_DEFAULT = 100

/** Bytes of a list of positions or orders as text; a longer one is `too_large`. */
export const LIST_BYTES_MAX = 16 * 1024 * 1024

/** A reader that receives nothing of its snapshot or resume for this long is closed as too slow. */
export const BULK_STALL_MS = 30_000

/** The number of records that one `resume` reads back. An older seq gets `resume_gone`. */
export const RESUME_RECORDS_MAX = 10_000

/** Bytes of an export that is answered at once; a longer one is `too_large`, and a job. */
export const EXPORT_BYTES_MAX = 8 * 1024 * 1024

/** Deals, and closed positions, of one statement. */
export const STATEMENT_ROWS_MAX = 5000

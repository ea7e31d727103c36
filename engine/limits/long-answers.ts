// Limits of long answers, which are made in slices: snapshots, resumes, lists, statements, exports.

/**
 * Maximum bytes of snapshots and resumes that a turn writes in total, and for one reader before the
 * reader has received them.
 */
export const BULK_TURN_BYTES = 256 * 1024
export const BULK_SLICE_BYTES = 16 * 1024

/**
 * Maximum number of an account's snapshots and resumes that wait for the current one. The next one
 * gets `trade.too_many_requests`.
 */
export const BULK_WAITING_MAX = 8

/**
 * Maximum number of snapshots, resumes and lists that a shard makes in parallel, and of the rows
 * that they keep in memory. The next request gets `unavailable`.
 */
export const BULK_JOBS_MAX = 256
export const BULK_ROWS_MAX = 500_000

/**
 * Maximum number of long position or order lists of one account that are made in parallel. The next
 * one gets `too_many_requests`.
 */
export const BULK_LISTS_MAX = 4

/**
 * Maximum number of running and waiting scans of a shard's accounts. The next one gets
 * `unavailable`.
 */
export const HOLDER_LOOKS_MAX = 64

/** A filtered list sums up the money of its accounts only if it has at most this many. */
export const SUMMED_ACCOUNTS_MAX = 10_000

/** A list sums up the live profit of its positions only if it has at most this many. */
export const SUMMED_POSITIONS_MAX = 10_000

/**
 * How many milliseconds a shard spends on valuing accounts for one preview. It only counts the
 * remaining accounts.
 */
export const EFFECTS_MS = 4_500

/** A preview lists at most this many of the worst accounts. */
export const EFFECTS_ROWS_MAX = 100

/**
 * Maximum and default number of accounts in an answer about the largest holdings or the lowest
 * margin levels.
 */
export const HOLDER_ROWS_MAX = 500
export const HOLDER_ROWS_DEFAULT = 100

/** Maximum bytes of a list of positions or orders as text. A longer list gets `too_large`. */
export const TRADE_LIST_BYTES_MAX = 16 * 1024 * 1024

/**
 * The server closes the connection of a reader that receives nothing of its snapshot or resume for
 * this long.
 */
export const BULK_STALL_MS = 30_000

/** The number of records that one `resume` reads back. A client that is further behind must read a snapshot. */
export const RESUME_RECORDS_MAX = 10_000

/**
 * Maximum bytes of an export that is answered directly. A longer one gets `too_large` and needs a
 * job.
 */
export const EXPORT_BYTES_MAX = 8 * 1024 * 1024

/** Maximum number of deals, and of closed positions, in one statement. */
export const STATEMENT_ROWS_MAX = 5000

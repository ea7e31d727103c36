import { assert } from '../assert.js'
// Requests that are remembered by their keys.

/** A client_order_id or request_id is remembered at least this long. */
export const REQUEST_KEY_DAYS = 7

/** Deals of an account since a balance operation that are searched for its reversal. */
export const DEALS_SINCE_MAX = 200_000

/** The time for which the answer to a change under an Idempotency-Key is remembered. */
export const IDEMPOTENCY_KEY_MS = 24 * 3_600_000

/**
 * How long a refusal under a key is remembered at most, in memory; after that the request is
 * decided again.
 */
export const REFUSALS_REMEMBERED_MS = 600_000

/** Refusals remembered; the oldest go first. */
export const REFUSALS_PER_ACCOUNT_MAX = 4096
export const REFUSALS_PER_SHARD_MAX = 65_536

/**
 * Refused requests that staff can read: rows per account and day (also for demo accounts that
 * people open themselves), the days for which they are stored, their total bytes, rows that a shard
 * sends per second, rows waiting for the desk, rows and bytes of one change of the desk, and
 * characters of a request. Further refusals are only counted by code.
 */
export const REFUSED_ROWS_PER_DAY = 1_000
export const REFUSED_ROWS_PER_DAY_SELF_OPENED = 50
export const REFUSED_ROW_DAYS = 30
export const REFUSED_ROWS_BYTES_MAX = 1_073_741_824
export const REFUSED_ROWS_PER_SECOND = 500
export const REFUSED_ROWS_WAITING_MAX = 5_000
export const REFUSED_ROWS_PER_CHANGE = 1_000
export const REFUSED_BYTES_PER_CHANGE = 1_048_576
export const REFUSED_REQUEST_MAX = 8_192

/** Request keys that a shard may hold, 32 to 64 bytes each; a new one is answered `unavailable` then. */
export const REQUEST_KEYS_PER_SHARD_MAX = 32 * 1024 * 1024

/** Repeats of a request that waits which are answered with it; the next is `trade.too_many_requests`. */
export const WAITING_REPEATS_MAX = 64

/** Answers to creations that are remembered for one caller, and their bytes; the next key is `too_many_requests`. */
export const REMEMBERED_PER_CALLER_MAX = 10_000
export const REMEMBERED_BYTES_PER_CALLER_MAX = 64 * 1024 * 1024

/** Stored request ids of payments, of one caller and in total, for `REQUEST_KEY_DAYS`. */
export const PAYMENT_IDS_PER_CALLER_MAX = 1_000_000
export const PAYMENT_IDS_MAX = 4_000_000

assert(PAYMENT_IDS_PER_CALLER_MAX <= PAYMENT_IDS_MAX, 'one caller fits among all')
assert(REFUSALS_PER_ACCOUNT_MAX <= REFUSALS_PER_SHARD_MAX, 'one account fits in its shard')

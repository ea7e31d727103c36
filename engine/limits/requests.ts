import { assert } from '../assert.js'
// Limits of the requests that the server remembers by their keys.

/** The server remembers a client_order_id or request_id for at least this long. */
export const REQUEST_KEY_DAYS = 7

/**
 * Maximum number of an account's later deals that are searched for the reversal of a balance
 * operation.
 */
export const DEALS_SINCE_MAX = 200_000

/** The time for which the answer to a change under an Idempotency-Key is remembered. */
export const IDEMPOTENCY_KEY_MS = 24 * 3_600_000

/**
 * Maximum time for which a refusal is remembered by its key, in memory. Afterwards the server
 * decides the request again.
 */
export const REFUSALS_REMEMBERED_MS = 600_000

/** Maximum number of remembered refusals. The oldest are dropped first. */
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

/**
 * Maximum number of request keys per shard, 32 to 64 bytes each. Beyond it, a new key gets
 * `unavailable`.
 */
export const REQUEST_KEYS_PER_SHARD_MAX = 32 * 1024 * 1024

/**
 * Maximum number of repeats that wait for the same open request. The next one gets
 * `trade.too_many_requests`.
 */
export const WAITING_REPEATS_MAX = 64

/**
 * Maximum number and bytes of remembered answers to creations, per caller. The next key gets
 * `too_many_requests`.
 */
export const REMEMBERED_PER_CALLER_MAX = 10_000
export const REMEMBERED_BYTES_PER_CALLER_MAX = 64 * 1024 * 1024

/**
 * Maximum number of payment request ids, per caller and in total. They are stored for
 * `REQUEST_KEY_DAYS`.
 */
export const PAYMENT_IDS_PER_CALLER_MAX = 1_000_000
export const PAYMENT_IDS_MAX = 4_000_000

assert(PAYMENT_IDS_PER_CALLER_MAX <= PAYMENT_IDS_MAX, 'one caller fits among all')
assert(REFUSALS_PER_ACCOUNT_MAX <= REFUSALS_PER_SHARD_MAX, 'one account fits in its shard')

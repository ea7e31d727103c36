import { assert } from '../assert.js'
// Limits of the work that waits for a shard, and of its work in one turn.

/** Maximum bytes of frames that wait for one shard. Beyond it, requests get `unavailable`. */
export const SHARD_WAITING_BYTES_MAX = 64 * 1024 * 1024

/**
 * Maximum number of accounts that are locked for a change at the same time. A further change gets
 * `unavailable`.
 */
export const ACCOUNTS_HELD_MAX = 1024

/** Maximum number of REST requests that wait for one shard. */
export const SHARD_ASKS_MAX = 65_536

/** Maximum bytes that one thread sends another at once. The rest follows in the next batch. */
export const BATCH_BYTES_MAX = 32 * 1024 * 1024

/** A turn ends after producing this many bytes, whatever else is waiting. */
export const BATCH_FULL_BYTES = 8 * 1024 * 1024

/** Maximum number of requests that a shard decides before it commits and answers. */
export const TURN_ENTRIES_MAX = 256

/**
 * Records that the tables may be behind the logs (`PROJECTION_LAG_MAX`): long before it shards take
 * requests more slowly, and when the tables stand still there trading stops.
 */
export const PROJECTION_LAG_MAX = 200_000

/** How long a query waits for rows that are not in the tables yet. */
export const TABLES_WAIT_MS = 5_000

/**
 * Maximum number of sums, one per group and symbol, that a shard computes for one watched exposure.
 * Beyond it, the request gets `too_large`.
 */
export const EXPOSURE_ROWS_MAX = 100_000

assert(BATCH_FULL_BYTES < BATCH_BYTES_MAX, 'a turn ends before its batch is full')
/** Maximum number of providers' reports that wait for a shard. */
export const SHARD_REPORTS_MAX = 8_192

import { assert } from '../assert.js'
// The waiting work of a shard, and its work in one turn.

/** Bytes of frames that may wait for one shard; beyond it requests are answered `unavailable`. */
export const SHARD_WAITING_BYTES_MAX = 64 * 1024 * 1024

/** The most accounts that are held for a change at the same time. A change of one more is refused with `unavailable`. */
export const ACCOUNTS_HELD_MAX = 1024

/** REST requests that may wait for one shard. */
export const SHARD_ASKS_MAX = 65_536

/** The most bytes that pass between two threads at once: the rest is sent as the next batch. */
export const BATCH_BYTES_MAX = 32 * 1024 * 1024

/** A turn that has produced this much ends, whatever else waits. */
export const BATCH_FULL_BYTES = 8 * 1024 * 1024

/** Requests that a shard decides before it commits and answers, however many wait. */
export const TURN_ENTRIES_MAX = 256

/**
 * Records that the tables may be behind the logs (`PROJECTION_LAG_MAX`): long before it shards take
 * requests more slowly, and when the tables stand still there trading stops.
 */
export const PROJECTION_LAG_MAX = 200_000

/** The time that a question about rows which are not in the tables yet waits for them. */
export const TABLES_WAIT_MS = 5_000

/** Sums, one for each group and symbol, that a shard adds up for one watched exposure; beyond is `too_large`. */
export const EXPOSURE_ROWS_MAX = 100_000

assert(BATCH_FULL_BYTES < BATCH_BYTES_MAX, 'a turn ends before its batch is full')
/** The most reports of providers that wait for a shard to read them. */
export const SHARD_REPORTS_MAX = 8_192

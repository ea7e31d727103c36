/**
 * The number of order or deal ids in one range of a shard; 2^53 holds two billion ranges. Lists of
 * all accounts use it to find rows by time (storage/repos/numbered-rows.ts), so another length
 * needs ranges that begin at a multiple of both.
 */
export const ID_RANGE_LENGTH = 4_000_000

/**
 * The part of its range that a shard is granted at once. It has at most two such parts, so a killed
 * shard skips at most 100,000 numbers. At 15,000 ids a second a part lasts three seconds.
 */
export const ID_GRANT_LENGTH = 50_000

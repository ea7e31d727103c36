/**
 * The count of order or deal numbers in the range of a shard. 2^53 holds two billion ranges. Lists of all accounts find
 * rows by time with it (storage/repos/numbered-rows.ts): another length needs ranges that begin at a multiple of both.
 */
export const ID_RANGE_LENGTH = 4_000_000

/**
 * The part of its range that a shard is granted at once. It holds two such parts at the most, so a shard that is killed
 * skips no more than 100,000 numbers. At 15,000 ids a second a part lasts three seconds.
 */
export const ID_GRANT_LENGTH = 50_000

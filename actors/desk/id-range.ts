/**
 * The count of order or deal numbers that a shard is given at once. At 100,000 ids a second one range lasts 40
 * seconds; 2^53 holds two billion ranges. Lists of all accounts find rows by time with it
 * (storage/repos/numbered-rows.ts): another length needs ranges that begin at a multiple of both.
 */
export const ID_RANGE_LENGTH = 4_000_000

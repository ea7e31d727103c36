// Limits of requests that change many settings.

/**
 * Maximum number of settings in one batch, and maximum duration of the batch. The answer names the
 * items that it did not reach.
 */
export const CONFIG_BATCH_ITEMS_MAX = 20_000
export const CONFIG_BATCH_MS_MAX = 60_000

/**
 * Maximum number of settings that the desk changes in one slice, and how long a slice may delay
 * other work.
 */
export const CONFIG_SLICE_ITEMS_MAX = 1000
export const CONFIG_SLICE_MS = 20

/** Maximum number of parallel batches in total, one per user. The next one is refused. */
export const CONFIG_BATCHES_MAX = 4

/** Maximum number of referring records that a refused deletion names. */
export const USED_BY_MAX = 100

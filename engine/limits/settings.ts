// Settings that are changed many at a time.

/**
 * Settings that one batch may change, and how long it may take; the answer names the items that
 * were not reached.
 */
export const CONFIG_BATCH_ITEMS_MAX = 20_000
export const CONFIG_BATCH_MS_MAX = 60_000

/** Settings that the desk changes at a time, and how long that may hold up others; the rest is the next slice. */
export const CONFIG_SLICE_ITEMS_MAX = 1000
export const CONFIG_SLICE_MS = 20

/** Batches of settings at once, of all users; a user has one. The next is refused. */
export const CONFIG_BATCHES_MAX = 4

/** Records that a refused deletion names. */
export const USED_BY_MAX = 100

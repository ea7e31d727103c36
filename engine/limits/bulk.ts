// Requests with many items, and the confirmations that some of them need.

/** Accounts whose positions one request of staff deletes at the same time. */
export const DELETED_ACCOUNTS_AT_ONCE = 16

/** Positions whose deals one request of staff corrects at the same time. */
export const DEALS_CORRECTED_AT_ONCE = 16

/** Requests with many items that one caller has under way, and all; the next is refused. */
export const BULK_REQUESTS_PER_CALLER_MAX = 2
export const BULK_REQUESTS_MAX = 16

/** The time after which the rest of such a request is answered as not done. */
export const BULK_REQUEST_MS = 60_000

/** The time between two events about how far such a request is, and the results of one event. */
export const BULK_PROGRESS_MS = 500
export const BULK_PROGRESS_ROWS_MAX = 1000

/** Items of one request, and how many of them are carried out at the same time. */
export const PAYMENTS_PER_REQUEST_MAX = 10_000
export const PAYMENTS_AT_ONCE = 128
export const MOVES_PER_REQUEST_MAX = 1000
export const MOVES_AT_ONCE = 8
/**
 * The most accounts of one bulk action, those that may be listed individually, and those whose
 * refusals are answered at once.
 */
export const ACCOUNT_BATCH_MAX = 100_000
export const ACCOUNT_BATCH_NAMED_MAX = 10_000
export const ACCOUNT_BATCH_REFUSED_TOLD = 100
export const TRADES_PER_REQUEST_MAX = 1000
export const TRADES_AT_ONCE = 64

/**
 * The time that a confirmation may be used, the times that its code may be wrong, and the number that wait
 * of a caller and of all.
 */
export const CONFIRMATION_MS = 120_000
export const CONFIRMATION_TRIES = 3
/** Requests that one code confirms, if an action needs more than one request. */
export const CONFIRMED_REQUESTS_MAX = 100
export const CONFIRMATIONS_PER_CALLER_MAX = 16
export const CONFIRMATIONS_MAX = 4096

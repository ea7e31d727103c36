// Limits of requests with many items, and of the confirmations that some of them require.

/** Maximum number of accounts whose positions one staff request deletes in parallel. */
export const DELETED_ACCOUNTS_AT_ONCE = 16

/** Maximum number of positions whose deals one staff request corrects in parallel. */
export const DEALS_CORRECTED_AT_ONCE = 16

/**
 * Maximum number of open requests with many items, per caller and in total. The next one is
 * refused.
 */
export const BULK_REQUESTS_PER_CALLER_MAX = 2
export const BULK_REQUESTS_MAX = 16

/** After this time, the request reports its remaining items as not done. */
export const BULK_REQUEST_MS = 60_000

/** The interval of a request's progress events, and the maximum number of results in one event. */
export const BULK_PROGRESS_MS = 500
export const BULK_PROGRESS_ROWS_MAX = 1000

/** Maximum number of items in one request, and of items that it carries out in parallel. */
export const PAYMENTS_PER_REQUEST_MAX = 10_000
export const PAYMENTS_AT_ONCE = 128
export const MOVES_PER_REQUEST_MAX = 1000
export const MOVES_AT_ONCE = 8
/**
 * Limits of one bulk action: its accounts, those that may be listed individually, and the refusals
 * that its answer contains.
 */
export const ACCOUNT_BATCH_MAX = 100_000
export const ACCOUNT_BATCH_NAMED_MAX = 10_000
export const ACCOUNT_BATCH_REFUSED_TOLD = 100
export const TRADES_PER_REQUEST_MAX = 1000
export const TRADES_AT_ONCE = 64

/**
 * How long a confirmation is valid, how often its code may be wrong, and the maximum of open
 * confirmations per caller and in total.
 */
export const CONFIRMATION_MS = 120_000
export const CONFIRMATION_TRIES = 3
/** Maximum number of requests that one code confirms, for an action that needs several requests. */
export const CONFIRMED_REQUESTS_MAX = 100
export const CONFIRMATIONS_PER_CALLER_MAX = 16
export const CONFIRMATIONS_MAX = 4096

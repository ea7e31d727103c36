// Trading: money, prices, lots, and requests that wait.

/** Requests that may wait for a dealer or a delay; the next is answered `trade.too_many_requests`. */
export const WAITING_PER_ACCOUNT_MAX = 64
export const WAITING_PER_SHARD_MAX = 8192

/** Pending orders that may rest at providers; the next is answered `trade.too_many_requests`. */
export const RESTING_AT_PROVIDER_PER_ACCOUNT_MAX = 1024
export const RESTING_AT_PROVIDER_PER_SHARD_MAX = 8192

/**
 * Minor units that an account may hold, and that its positions of one symbol may be worth at their
 * opening: far below 2^53, so that every sum of them is exact.
 */
export const MONEY_MAX = 2 ** 50

/** Minor units of an account's open swaps. */
export const SWAP_MAX = 2 ** 49

/** Floating profit beyond it counts as that much. */
export const FLOATING_MAX = 2 ** 51

/**
 * Lots of an account's positions and pending orders on one side of a symbol, whatever the symbol
 * allows.
 */
export const SIDE_LOTS_MAX = 10_000_000

/** The largest factor between an entered price and the market price. */
export const PRICE_FACTOR_MAX = 100

/**
 * Orders and positions that a stop out closes per account and turn; the rest follows in later
 * turns.
 */
export const STOP_OUT_STEPS_MAX = 32

/** How long a request waits until a dealer takes it, and then for that dealer's answer. */
export const DEALER_QUEUE_MS = 30_000
export const DEALER_ANSWER_MS = 20_000

/** The time that a provider has to answer that an order whose time is over was cancelled. */
export const PROVIDER_CANCEL_MS = 10_000

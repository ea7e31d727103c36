// Limits of trading: money, prices, lots, and waiting requests.

/**
 * Maximum number of an account's requests that wait for a dealer or a delay. The next one gets
 * `trade.too_many_requests`.
 */
export const WAITING_PER_ACCOUNT_MAX = 64
export const WAITING_PER_SHARD_MAX = 8192

/**
 * Maximum number of an account's pending orders at providers. The next one gets
 * `trade.too_many_requests`.
 */
export const RESTING_AT_PROVIDER_PER_ACCOUNT_MAX = 1024
export const RESTING_AT_PROVIDER_PER_SHARD_MAX = 8192

/**
 * Maximum minor units that an account holds, or that its positions of one symbol are worth at
 * opening. Far below 2^53, so every sum is exact.
 */
export const MONEY_MAX = 2 ** 50

/** Maximum minor units of an account's open swaps. */
export const SWAP_MAX = 2 ** 49

/** Floating profit above this counts as this amount. */
export const FLOATING_MAX = 2 ** 51

/**
 * Maximum lots of an account's positions and pending orders on one side of a symbol, whatever the
 * symbol allows.
 */
export const SIDE_LOTS_MAX = 10_000_000

/** The largest factor between an entered price and the market price. */
export const PRICE_FACTOR_MAX = 100

/**
 * Maximum number of orders and positions that a stop out closes per account and turn. Later turns
 * close the rest.
 */
export const STOP_OUT_STEPS_MAX = 32

/** How long a request waits until a dealer takes it, and then for the dealer's answer. */
export const DEALER_QUEUE_MS = 30_000
export const DEALER_ANSWER_MS = 20_000

/** How long a provider may take to confirm the cancellation of an expired order. */
export const PROVIDER_CANCEL_MS = 10_000

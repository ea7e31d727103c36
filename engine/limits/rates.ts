// Rate limits of requests, and the treatment of clients that exceed them by far.

/** A rate limit: a burst, and a sustained number per second. */
export interface RequestRate {
  readonly perSecond: number
  readonly burst: number
}

/** Maximum rate of an account's requests. A request beyond it gets `trade.too_many_requests`. */
export const CARRIED_OUT_RATE: RequestRate = { perSecond: 20, burst: 1_000_000 }

/** The rate limit of a demo account that its owner opened, more than anyone reaches by hand. */
export const SELF_OPENED_RATE: RequestRate = { perSecond: 0.1, burst: 10_000 }

/**
 * How many requests a request of a session counts as: one more for each this many bytes of its
 * body, up to a limit, and more if the body is malformed, because parsing it costs as much and
 * gives nothing.
 */
export const BODY_BYTES_PER_REQUEST = 16 * 1024
export const BODY_REQUESTS_MAX = 100
export const MALFORMED_BODY_REQUESTS = 4

/**
 * The rate limit of frames for a trader's account, over all its sockets. Further frames get
 * `trade.too_many_requests`.
 */
export const TRADER_FRAME_RATE: RequestRate = { perSecond: 200, burst: 1000 }

/**
 * The rate limit of frames for a staff session, over all its sockets. Further frames get
 * `too_many_requests`.
 */
export const STAFF_FRAME_RATE: RequestRate = { perSecond: 200, burst: 400 }

/**
 * A client that sends this multiple of its rate for about this many seconds is closed with 4029
 * `too_many_requests`.
 */
export const FLOOD_TIMES = 10
export const FLOOD_SECONDS = 2

/**
 * Maximum number of unknown API keys from one address within this time. Then the server refuses
 * more for the same time.
 */
export const UNKNOWN_KEYS_MAX = 20
export const UNKNOWN_KEYS_MS = 5 * 60_000

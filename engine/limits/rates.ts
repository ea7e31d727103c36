// Rate limits of requests, and the handling of clients far beyond them.

/** A rate: a burst, and a sustained number per second. */
export interface RequestRate {
  readonly perSecond: number
  readonly burst: number
}

/** The most requests of an account at a time. The next one gets `trade.too_many_requests`. */
export const CARRIED_OUT_RATE: RequestRate = { perSecond: 20, burst: 1_000_000 }

/** The rate of a demo account that its owner opened: more than anyone enters by hand. */
export const SELF_OPENED_RATE: RequestRate = { perSecond: 0.1, burst: 10_000 }

/**
 * How many requests a request of a session counts as: one more for each this many bytes of its
 * body, up to a limit, and more if the body is malformed, because parsing it costs as much and
 * gives nothing.
 */
export const BODY_BYTES_PER_REQUEST = 16 * 1024
export const BODY_REQUESTS_MAX = 100
export const MALFORMED_BODY_REQUESTS = 4

/** Frames of a trader's account over all its sockets; one more is answered `trade.too_many_requests`. */
export const TRADER_FRAME_RATE: RequestRate = { perSecond: 200, burst: 1000 }

/** Frames of a staff session over all its sockets; one more is answered `too_many_requests`. */
export const STAFF_FRAME_RATE: RequestRate = { perSecond: 200, burst: 400 }

/**
 * A client that sends this multiple of its rate for about this many seconds is closed with 4029
 * `too_many_requests`.
 */
export const FLOOD_TIMES = 10
export const FLOOD_SECONDS = 2

/** Unknown API keys that an address may send within this time; more are refused for as long. */
export const UNKNOWN_KEYS_MAX = 20
export const UNKNOWN_KEYS_MS = 5 * 60_000

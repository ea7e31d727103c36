// Rates of requests, and what becomes of those who go far beyond them.

/** A rate: so much at once, and so much a second in the long run. */
export interface RequestRate {
  readonly perSecond: number
  readonly burst: number
}

/** Requests of an account that are carried out; one more is answered `trade.too_many_requests`. */
export const CARRIED_OUT_RATE: RequestRate = { perSecond: 20, burst: 1_000_000 }

/** The same of a demo account that somebody opened for themselves: more than a hand makes. */
export const SELF_OPENED_RATE: RequestRate = { perSecond: 0.1, burst: 10_000 }

/**
 * Requests that a request of a session counts as: one more for each so many bytes of its body, up to a bound, and so
 * many more when the body is malformed, since to read it costs as much and brings nothing.
 */
export const BODY_BYTES_PER_REQUEST = 16 * 1024
export const BODY_REQUESTS_MAX = 100
export const MALFORMED_BODY_REQUESTS = 4

/** Frames of a trader's account over all its sockets; one more is answered `trade.too_many_requests`. */
export const TRADER_FRAME_RATE: RequestRate = { perSecond: 200, burst: 1000 }

/** Frames of a staff session over all its sockets; one more is answered `too_many_requests`. */
export const STAFF_FRAME_RATE: RequestRate = { perSecond: 200, burst: 400 }

/**
 * The times of the rate, and the seconds for about which a client may send so much: then it is closed with
 * 4029 `too_many_requests`.
 */
export const FLOOD_TIMES = 10
export const FLOOD_SECONDS = 2

/** Unknown API keys that an address may send within this time; more are refused for as long. */
export const UNKNOWN_KEYS_MAX = 20
export const UNKNOWN_KEYS_MS = 5 * 60_000

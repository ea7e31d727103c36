// Rates of requests, and what becomes of those who go far beyond them.

/** A rate: so much at once, and so much a second in the long run. */
export interface RequestRate {
  readonly perSecond: number
  readonly burst: number
}

/** Requests of an account that are carried out; one more is answered `trade.too_many_requests`. */
export const CARRIED_OUT_RATE: RequestRate = { perSecond: 20, burst: 1_000_000 }

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

import { assert } from '../assert.js'
import type { RequestRate } from './rates.js'
// Flood protection: traffic faster than anyone needs. These limits apply whatever is answered, also
// for this machine, and without configured rates.

/**
 * The number of answers to all HTTP connections in one turn of the front's loop, and the size in
 * bytes that counts as one answer. Further answers wait for the next turn. A connection that sends
 * more requests meanwhile is closed.
 */
export const ANSWERS_PER_TURN_MAX = 256
export const ANSWER_WEIGHT_BYTES = 4 * 1024

/**
 * How long reading and handling requests may take in one turn of the loop; further requests wait
 * for the next one.
 */
export const TURN_WORK_MS = 8

/** Frames of one live socket within a tick, or in one turn of the loop if that is longer. */
export const FLOOD_TICK_MS = 50
export const FRAMES_PER_TICK_MAX = 8192

/** Pings and pongs of a live socket; before its sign-in it may send only this many in total. */
export const CONTROL_FRAME_RATE: RequestRate = { perSecond: 50, burst: 100 }
export const UNSIGNED_CONTROL_FRAMES_MAX = 4

/** Frames of every kind that a socket may still send while its close frame waits for its reader. */
export const CLOSING_FRAMES_MAX = 4096

/** The number of parts of a body above which they must have at least this many bytes on average. */
export const BODY_PARTS_FREE = 256
export const BODY_PART_BYTES_LEAST = 64

/** Parts of a body that may still arrive after it was refused. */
export const LATE_PARTS_MAX = 256

/**
 * The points of an address, and what they pay for. An address that many people share (this machine,
 * a proxy that does not name clients) has no limit, because a flood looks like many users or a
 * benchmark.
 */
export const ADDRESS_POINTS: RequestRate = { perSecond: 200_000, burst: 400_000 }
export const REQUEST_POINTS = 4
export const FRAME_POINTS = 1
export const CONTROL_FRAME_POINTS = 20
export const BODY_PART_POINTS = 1
export const BYTES_PER_POINT = 1024

/**
 * The number of requests that pay together: only one of them looks its address up, and it pays for
 * all.
 */
export const REQUESTS_PER_PAYER = 64

/**
 * Rate at which connections of an address may be closed for floods. Beyond it, the address may not
 * open new connections for `BARRED_MS`.
 */
export const FLOODED_CONNECTIONS: RequestRate = { perSecond: 2, burst: 20 }
export const BARRED_MS = 10_000

/** Addresses whose floods are remembered. */
export const FLOOD_ADDRESSES_MAX = 16_384

assert(REQUESTS_PER_PAYER * REQUEST_POINTS < ADDRESS_POINTS.burst, 'one payer can pay for all')

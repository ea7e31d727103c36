import { assert } from '../assert.js'
import type { RequestRate } from './rates.js'
// Limits far above what clients need. They apply to all clients, without rate settings too.

/**
 * The number of answers to all HTTP connections in one turn of the front's loop, and the size in
 * bytes that counts as one answer. Further answers wait for the next turn. A connection that sends
 * more requests meanwhile is closed.
 */
export const ANSWERS_PER_TURN_MAX = 256
export const ANSWER_WEIGHT_BYTES = 4 * 1024

/**
 * How long one turn of the front's loop may spend on requests. Further requests wait for the next
 * turn.
 */
export const TURN_WORK_MS = 8

/**
 * Maximum number of frames from one live socket within this time, or within a longer turn of the
 * loop.
 */
export const FLOOD_TICK_MS = 50
export const FRAMES_PER_TICK_MAX = 8192

/** The allowed rate of pings and pongs of a live socket, and their total before its sign-in. */
export const CONTROL_FRAME_RATE: RequestRate = { perSecond: 50, burst: 100 }
export const UNSIGNED_CONTROL_FRAMES_MAX = 4

/** Maximum number of frames that a socket may still send while its close frame is on the way. */
export const CLOSING_FRAMES_MAX = 4096

/** A body with more parts than this must have parts of at least this many bytes on average. */
export const BODY_PARTS_FREE = 256
export const BODY_PART_BYTES_LEAST = 64

/** Maximum number of parts of a body that may still arrive after the body was refused. */
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

/** This many requests pay together: one of them looks up the address and pays for all. */
export const REQUESTS_PER_PAYER = 64

/**
 * Rate at which connections of an address may be closed for floods. Beyond it, the address may not
 * open new connections for `BARRED_MS`.
 */
export const FLOODED_CONNECTIONS: RequestRate = { perSecond: 2, burst: 20 }
export const BARRED_MS = 10_000

/** Maximum number of addresses whose floods are remembered. */
export const FLOOD_ADDRESSES_MAX = 16_384

assert(REQUESTS_PER_PAYER * REQUEST_POINTS < ADDRESS_POINTS.burst, 'one payer can pay for all')

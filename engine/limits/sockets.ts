import { assert } from '../assert.js'
// Live sockets: frames, readers that fall behind, what one may follow.

/** Requests one socket may have waiting; the next is answered `trade.too_many_requests`. */
export const SOCKET_IN_FLIGHT_MAX = 1024

/**
 * The most requests of a socket that its shard has at a time. Others wait at the front, so that a
 * burst does not delay other users.
 */
export const SOCKET_AT_SHARD_MAX = 128

/** Bytes of a socket's frames that wait at the front; the next is `trade.too_many_requests`. */
export const SOCKET_WAITING_BYTES_MAX = 256 * 1024

/** Account events kept for a reader that falls behind, then it is closed as too slow. */
export const SOCKET_BACKLOG_BYTES_MAX = 1024 * 1024

/** Bytes that may be buffered while requested candles or symbols are being sent. */
export const SOCKET_BULK_BYTES_MAX = 16 * 1024 * 1024

/** Fields, lists and objects of one frame, all counted: a frame with more counts as unreadable. */
export const FRAME_PARTS_MAX = 256

/** Unreadable frames in a row before a socket is closed. */
export const BAD_FRAMES_MAX = 10

/** Symbols one socket may subscribe to. */
export const SUBSCRIPTIONS_MAX = 4096

/** The highest quote rate per symbol and second to which a socket may limit itself. */
export const QUOTES_PER_SEC_MAX = 50

/** Prices behind the best one that a side of a symbol's depth has, the best one included. */
export const DEPTH_LEVELS = 5

/** Symbols to whose depth one socket may subscribe. */
export const DEPTHS_MAX = 32

/** The least time between two valuations of an account, and the positions of one event of it. */
export const VALUATION_EVERY_MS = 1000
export const VALUATION_ROWS_MAX = 500

/**
 * Unsent bytes beyond which a reader gets no part of a valuation; it gets a later one completely.
 */
export const VALUATION_UNSENT_MAX = 256 * 1024

/** Exposures that one staff socket watches; questions of all of them that differ; rows of one event. */
export const EXPOSURES_PER_SOCKET_MAX = 8
export const EXPOSURES_MAX = 64
export const EXPOSURE_EVENT_ROWS_MAX = 500

/** Lists of low margins that one staff socket watches; questions of all of them that differ. */
export const MARGINS_PER_SOCKET_MAX = 4
export const MARGINS_MAX = 64

/**
 * Overviews that one staff socket may watch; different queries of all of them; symbols that each
 * lists individually.
 */
export const OVERVIEWS_PER_SOCKET_MAX = 4
export const OVERVIEWS_MAX = 64
export const OVERVIEW_SYMBOLS_MAX = 20

/**
 * Symbols of one change that traders receive individually; for more they must read all symbols
 * again.
 */
export const SYMBOL_EVENTS_MAX = 100

/** Live sockets of both sides that have not signed in yet; the next is refused `unavailable`. */
export const SOCKETS_UNSIGNED_MAX = 2048

/** The time that a live socket has to sign in with its first frame. */
export const SOCKET_SIGN_IN_MS = 5000

/** A live socket that was silent for this long is pinged, and closed after the second time. */
export const SOCKET_PING_MS = 30_000
export const SOCKET_SILENT_MS = 60_000

/** Unsent bytes beyond which a reader counts as behind: it gets no quotes until it has caught up. */
export const SOCKET_BEHIND_BYTES = 16 * 1024

/** Accounts that one staff socket may watch by their logins; of more it watches the group. */
export const WATCHED_LOGINS_MAX = 1000

/** Accounts to whose live figures one staff socket may subscribe. */
export const VALUED_LOGINS_MAX = 10

/** Masks of groups that one staff socket may watch. */
export const WATCHED_GROUPS_MAX = 32

/**
 * Live sockets of both sides: each may have an unfinished frame. One part in this many is reserved
 * for staff.
 */
export const LIVE_SOCKETS_MAX = 32_768
export const STAFF_SOCKETS_PART = 16

/** Live sockets of one session, of one login, of one address, and of one address before they sign in. */
export const SOCKETS_PER_SESSION_MAX = 16
export const SOCKETS_PER_LOGIN_MAX = 64
/**
 * The sockets of a login that are reserved for its owner and not available to users of the investor
 * or api password.
 */
export const SOCKETS_KEPT_FOR_OWNER = 16
export const SOCKETS_PER_ADDRESS_MAX = 512
export const SOCKETS_UNSIGNED_PER_ADDRESS_MAX = 64

/** The first frame of a socket, which brings a token and no more. */
export const UNSIGNED_FRAME_BYTES_MAX = 4096

assert(SOCKET_AT_SHARD_MAX <= SOCKET_IN_FLIGHT_MAX, 'what is with a shard is in flight')
assert(SOCKET_PING_MS < SOCKET_SILENT_MS, 'a socket is pinged before it is closed')
assert(SOCKET_BEHIND_BYTES < SOCKET_BACKLOG_BYTES_MAX, 'a reader is behind before it is too slow')
assert(SOCKETS_PER_SESSION_MAX <= SOCKETS_PER_LOGIN_MAX, 'a session is one of its login')
assert(SOCKETS_PER_SESSION_MAX <= SOCKETS_KEPT_FOR_OWNER, 'the owner has one session at least')

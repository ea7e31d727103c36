import { assert } from '../assert.js'
// Limits of live sockets: frames, slow readers, and subscriptions.

/** Maximum number of waiting requests per socket. The next one gets `trade.too_many_requests`. */
export const SOCKET_IN_FLIGHT_MAX = 1024

/**
 * Maximum number of a socket's requests that its shard has at a time. The front holds back others,
 * so that a burst does not delay other users.
 */
export const SOCKET_AT_SHARD_MAX = 128

/**
 * Maximum bytes of a socket's frames that wait at the front. The next frame gets
 * `trade.too_many_requests`.
 */
export const SOCKET_WAITING_BYTES_MAX = 256 * 1024

/**
 * Maximum bytes of account events that are buffered for a slow reader. Beyond it, the server closes
 * the socket.
 */
export const SOCKET_BACKLOG_BYTES_MAX = 1024 * 1024

/** Maximum bytes that are buffered while requested candles or symbols are being sent. */
export const SOCKET_BULK_BYTES_MAX = 16 * 1024 * 1024

/**
 * Maximum number of fields, lists and objects in one frame. A frame with more counts as unreadable.
 */
export const FRAME_PARTS_MAX = 256

/** The server closes a socket after this many unreadable frames in a row. */
export const BAD_FRAMES_MAX = 10

/** Maximum number of symbols that one socket subscribes to. */
export const SUBSCRIPTIONS_MAX = 4096

/** The highest quote rate per symbol and second to which a socket may limit itself. */
export const QUOTES_PER_SEC_MAX = 50

/** Maximum number of prices on each side of a symbol's depth, including the best one. */
export const DEPTH_LEVELS = 5

/** Maximum number of symbols whose depth one socket subscribes to. */
export const DEPTHS_MAX = 32

/**
 * Minimum interval between two valuations of an account, and maximum number of positions in one
 * event.
 */
export const VALUATION_EVERY_MS = 1000
export const VALUATION_ROWS_MAX = 500

/**
 * A reader with more unsent bytes than this gets no part of a valuation, and later a complete one.
 */
export const VALUATION_UNSENT_MAX = 256 * 1024

/**
 * Limits of watched exposures: per staff socket, different queries of all sockets, and rows of one
 * event.
 */
export const EXPOSURES_PER_SOCKET_MAX = 8
export const EXPOSURES_MAX = 64
export const EXPOSURE_EVENT_ROWS_MAX = 500

/**
 * Limits of watched lists of low margins: per staff socket, and different queries of all sockets.
 */
export const MARGINS_PER_SOCKET_MAX = 4
export const MARGINS_MAX = 64

/**
 * Limits of watched overviews: per staff socket, different queries of all sockets, and symbols that
 * one lists individually.
 */
export const OVERVIEWS_PER_SOCKET_MAX = 4
export const OVERVIEWS_MAX = 64
export const OVERVIEW_SYMBOLS_MAX = 20

/**
 * Maximum number of symbols of one change that traders receive individually. After a larger change
 * they must read all symbols again.
 */
export const SYMBOL_EVENTS_MAX = 100

/**
 * Maximum number of live sockets, of traders and staff, before sign-in. The next one gets
 * `unavailable`.
 */
export const SOCKETS_UNSIGNED_MAX = 2048

/** How long a live socket may take to sign in with its first frame. */
export const SOCKET_SIGN_IN_MS = 5000

/**
 * The server pings a live socket that was silent for this long, and closes it after the second
 * time.
 */
export const SOCKET_PING_MS = 30_000
export const SOCKET_SILENT_MS = 60_000

/** A reader with more unsent bytes than this gets no quotes until it has caught up. */
export const SOCKET_BEHIND_BYTES = 16 * 1024

/**
 * Maximum number of accounts that one staff socket watches by login. To watch more, it must watch
 * groups.
 */
export const WATCHED_LOGINS_MAX = 1000

/** Maximum number of accounts whose live figures one staff socket subscribes to. */
export const VALUED_LOGINS_MAX = 10

/** Maximum number of group masks that one staff socket watches. */
export const WATCHED_GROUPS_MAX = 32

/**
 * Maximum number of live sockets, of traders and staff, because each may hold an unfinished frame.
 * One in this many is reserved for staff.
 */
export const LIVE_SOCKETS_MAX = 32_768
export const STAFF_SOCKETS_PART = 16

/**
 * Maximum number of live sockets: per session, per login, per address, and per address before
 * sign-in.
 */
export const SOCKETS_PER_SESSION_MAX = 16
export const SOCKETS_PER_LOGIN_MAX = 64
/**
 * Sockets of a login that are reserved for its owner: users of the investor or API password cannot
 * use them.
 */
export const SOCKETS_KEPT_FOR_OWNER = 16
export const SOCKETS_PER_ADDRESS_MAX = 512
export const SOCKETS_UNSIGNED_PER_ADDRESS_MAX = 64

/** Maximum bytes of a socket's first frame, which only contains a token. */
export const UNSIGNED_FRAME_BYTES_MAX = 4096

assert(SOCKET_AT_SHARD_MAX <= SOCKET_IN_FLIGHT_MAX, 'what is with a shard is in flight')
assert(SOCKET_PING_MS < SOCKET_SILENT_MS, 'a socket is pinged before it is closed')
assert(SOCKET_BEHIND_BYTES < SOCKET_BACKLOG_BYTES_MAX, 'a reader is behind before it is too slow')
assert(SOCKETS_PER_SESSION_MAX <= SOCKETS_PER_LOGIN_MAX, 'a session is one of its login')
assert(SOCKETS_PER_SESSION_MAX <= SOCKETS_KEPT_FOR_OWNER, 'the owner has one session at least')

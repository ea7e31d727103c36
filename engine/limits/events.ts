/** Bounds of the stream of events. */

/** Events are not shown for this long before the logs may lose them. */
export const EVENTS_KEPT_MARGIN_MS = 60_000

/** Events that one read scans, including those that its reader may not see. */
export const EVENTS_LOOKED_MAX = 50_000
/** The time that one read takes at most. */
export const EVENTS_READ_MS = 100
/** Bytes of events after which a read ends. */
export const EVENTS_BYTES_MAX = 4 * 1024 * 1024
export const EVENTS_LIMIT_DEFAULT = 100
export const EVENT_LOGINS_MAX = 50
export const EVENT_WAIT_SEC_MAX = 30
/** Reads that wait for an event at a time. */
export const EVENT_WAITS_MAX = 64
/** Reads that wait for their turn. */
export const EVENT_READS_QUEUED_MAX = 128

/** Followers of the stream at a time, and the accounts that one may name. */
export const FOLLOWERS_MAX = 16
export const FOLLOWED_LOGINS_MAX = 1000
/** Events that a follower may leave without acknowledgement, and for how long. Then the server pauses. */
export const UNACKNOWLEDGED_MAX = 10_000
export const UNACKNOWLEDGED_MS = 30_000
/** Events and characters of one read for a follower: it bounds the memory that a slow one takes. */
export const FOLLOW_READ_EVENTS = 1000
export const FOLLOW_READ_CHARACTERS = 256 * 1024

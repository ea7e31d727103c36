/** Bounds of the stream of events. */

/** The stream hides events for this long before the logs may delete them. */
export const EVENTS_KEPT_MARGIN_MS = 60_000

/** Maximum number of events that one read scans, including those that its reader may not see. */
export const EVENTS_LOOKED_MAX = 50_000
/** Maximum duration of one read of the event stream. */
export const EVENTS_READ_MS = 100
/** A read ends after this many bytes of events. */
export const EVENTS_BYTES_MAX = 4 * 1024 * 1024
export const EVENTS_LIMIT_DEFAULT = 100
export const EVENT_LOGINS_MAX = 50
export const EVENT_WAIT_SEC_MAX = 30
/** Maximum number of reads that wait for an event. */
export const EVENT_WAITS_MAX = 64
/** Maximum number of reads that wait for their turn. */
export const EVENT_READS_QUEUED_MAX = 128

/** Maximum number of followers of the stream, and of the accounts that one follower may name. */
export const FOLLOWERS_MAX = 16
export const FOLLOWED_LOGINS_MAX = 1000
/**
 * The server pauses for a follower that leaves this many events unacknowledged, or one event for
 * this long.
 */
export const UNACKNOWLEDGED_MAX = 10_000
export const UNACKNOWLEDGED_MS = 30_000
/**
 * Maximum number of events and characters that one read returns for a follower. It bounds the
 * memory for slow followers.
 */
export const FOLLOW_READ_EVENTS = 1000
export const FOLLOW_READ_CHARACTERS = 256 * 1024

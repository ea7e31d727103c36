// Limits of the front: connections, heads and bodies of requests, and answers that wait to be sent.

/** Maximum bytes of a request's line and headers. A longer head gets status 431. */
export const HEAD_BYTES_MAX = 16_384

/** Maximum bytes of all answers that wait for slow readers. */
export const UNSENT_BYTES_MAX = 64 * 1024 * 1024

/** Answers longer than this are compressed for clients that accept gzip. */
export const PACKED_FROM_BYTES = 8 * 1024

/**
 * Maximum number of answers compressed in parallel, and bytes of these and of the answers that wait
 * for compression. Beyond that, answers are sent uncompressed.
 */
export const PACKED_AT_ONCE_MAX = 2
export const PACKING_BYTES_MAX = 16 * 1024 * 1024

/**
 * The number of files and connections reserved for the server itself: databases, logs, providers.
 */
export const DESCRIPTORS_OWN = 512

/** Maximum number of HTTP connections, because each may hold an unfinished head. */
export const PLAIN_CONNECTIONS_MAX = 8192
/**
 * Bodies longer than this are parsed in steps. Then the maximum number of such bodies that may
 * wait, in total and per caller.
 */
export const LARGE_BODY_BYTES = 32 * 1024
export const LARGE_BODIES_MAX = 32
export const LARGE_BODIES_PER_CALLER_MAX = 4

/** Maximum bytes and fields of a trade request or its check. */
export const TRADE_BODY_BYTES_MAX = 4096
export const TRADE_PARTS_MAX = 64

/** A list may contain this many times its maximum of items before duplicates are removed. */
export const REPEATS_TIMES_MAX = 4

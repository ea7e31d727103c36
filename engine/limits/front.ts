// The front: connections, heads and bodies of requests, answers on their way.

/** Request line and headers of a request together; more is 431. */
export const HEAD_BYTES_MAX = 16_384

/** Bytes of all answers that wait for their readers. */
export const UNSENT_BYTES_MAX = 64 * 1024 * 1024

/** Longer answers are compressed for clients that accept gzip. */
export const PACKED_FROM_BYTES = 8 * 1024

/**
 * Number of answers that are compressed at a time, and bytes of these and of waiting answers.
 * Beyond that, an answer is sent uncompressed.
 */
export const PACKED_AT_ONCE_MAX = 2
export const PACKING_BYTES_MAX = 16 * 1024 * 1024

/** Files and connections that the server opens for itself: databases, logs, providers. */
export const DESCRIPTORS_OWN = 512

/** Connections that speak HTTP: each may hold an unfinished head. */
export const PLAIN_CONNECTIONS_MAX = 8192
/**
 * Longer request bodies are parsed in steps; the most such bodies that may wait, in total and per
 * caller.
 */
export const LARGE_BODY_BYTES = 32 * 1024
export const LARGE_BODIES_MAX = 32
export const LARGE_BODIES_PER_CALLER_MAX = 4

/** Bytes and fields of a trade request, or of its check. */
export const TRADE_BODY_BYTES_MAX = 4096
export const TRADE_PARTS_MAX = 64

/** Items that a list may name before its repeats are dropped, for each that it may hold after. */
export const REPEATS_TIMES_MAX = 4

// Limits of files that move settings between servers.

/** Maximum number of records in one file, of all kinds. */
export const TRANSFER_ITEMS_MAX = 20_000
export const TRANSFER_BODY_BYTES_MAX = 10 * 1024 * 1024

/**
 * Maximum bytes of pictures in a file. As text they take a third more, and the file must still fit
 * an import.
 */
export const TRANSFER_IMAGES_BYTES_MAX = 5 * 1024 * 1024

/** Maximum number of a file's records that one turn of the front writes or reads. */
export const TRANSFER_TURN_ITEMS = 100

/** Maximum characters of a key. The longest key consists of four fields of a holiday. */
export const TRANSFER_KEY_MAX = 256

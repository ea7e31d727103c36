// Files that move settings between servers.

/** Records in one file, of all its kinds. */
export const TRANSFER_ITEMS_MAX = 20_000
export const TRANSFER_BODY_BYTES_MAX = 10 * 1024 * 1024

/** Bytes of pictures in a file, so that it can be sent back with them: as text they take a third more. */
export const TRANSFER_IMAGES_BYTES_MAX = 5 * 1024 * 1024

/** Records of a file that are made or read in a turn of the front. */
export const TRANSFER_TURN_ITEMS = 100

/** Characters of a key: four fields of a holiday are the longest. */
export const TRANSFER_KEY_MAX = 256

import { assert } from '../assert.js'
// Files that are stored for users, their uploads and downloads.

/** Files that are being read to clients, of one login and of all; the next is `too_many_requests`. */
export const FILE_READERS_PER_LOGIN_MAX = 4
export const FILE_READERS_MAX = 64

/** Bytes of all stored files; each kind also has its own limits (wire/stored/stored-file.ts). */
export const FILES_BYTES_MAX = 16 * 1024 * 1024 * 1024

/** Bytes of a file to import from. */
export const IMPORT_FILE_BYTES_MAX = 256 * 1024 * 1024

/** Bytes of all files that are attached to one mail. */
export const ATTACHMENTS_BYTES_MAX = 2 * 1024 * 1024

/** Bytes of a picture of a brand. */
export const BRAND_IMAGE_BYTES_MAX = 512 * 1024

/** An uploaded file without a reference is deleted after this time. */
export const UNCLAIMED_FILE_MS = 3_600_000

/** The name that a person gave a file, in characters. */
export const FILE_NAME_MAX = 128

/** Uploads under way, of one login, of all, and of these how many only staff may take. */
export const UPLOADS_PER_LOGIN_MAX = 2
export const UPLOADS_MAX = 64
export const UPLOADS_KEPT_FOR_STAFF = 16

/** The longest that an upload may take. */
export const UPLOAD_MS_MAX = 300_000

/**
 * The limits of a multipart body besides its file: the fields with their text, a part's headers,
 * and the total.
 */
export const UPLOAD_FIELDS_MAX = 16
export const UPLOAD_FIELD_BYTES_MAX = 4096
export const UPLOAD_PART_HEAD_BYTES_MAX = 4096
export const UPLOAD_OVERHEAD_BYTES_MAX = 65_536

assert(IMPORT_FILE_BYTES_MAX <= FILES_BYTES_MAX, 'one file fits among all')
assert(UPLOADS_KEPT_FOR_STAFF < UPLOADS_MAX, 'traders have room for uploads')

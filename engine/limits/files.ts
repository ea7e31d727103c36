import { assert } from '../assert.js'
// Limits of stored files, uploads and downloads.

/**
 * Maximum number of parallel downloads, per login and in total. The next one gets
 * `too_many_requests`.
 */
export const FILE_READERS_PER_LOGIN_MAX = 4
export const FILE_READERS_MAX = 64

/**
 * Maximum bytes of all stored files. Each kind also has its own limits
 * (wire/stored/stored-file.ts).
 */
export const FILES_BYTES_MAX = 16 * 1024 * 1024 * 1024

/** Maximum size of a file to import from, in bytes. */
export const IMPORT_FILE_BYTES_MAX = 256 * 1024 * 1024

/** Maximum bytes of all files attached to one mail. */
export const ATTACHMENTS_BYTES_MAX = 2 * 1024 * 1024

/** Maximum size of a picture of a brand, in bytes. */
export const BRAND_IMAGE_BYTES_MAX = 512 * 1024

/** The server deletes an uploaded file after this time if nothing refers to it. */
export const UNCLAIMED_FILE_MS = 3_600_000

/** Maximum number of characters in a file name. */
export const FILE_NAME_MAX = 128

/** Maximum number of parallel uploads: per login, in total, and reserved for staff. */
export const UPLOADS_PER_LOGIN_MAX = 2
export const UPLOADS_MAX = 64
export const UPLOADS_KEPT_FOR_STAFF = 16

/** An upload that takes longer than this is ended. */
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

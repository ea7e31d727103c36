import type { AccountClass } from '../../engine/config/account-class.js'
import {
  ATTACHMENTS_BYTES_MAX,
  BRAND_IMAGE_BYTES_MAX,
  IMPORT_FILE_BYTES_MAX,
} from '../../engine/limits/files.js'
import {
  JOB_RESULT_BYTES_MAX,
  JOB_RESULTS_BYTES_MAX,
  JOBS_KEPT_MS,
} from '../../engine/limits/jobs.js'
import type { Login, UnixMs } from '../../engine/units.js'

/**
 * Files that the server stores (storage/files): job results and uploads, including attachments and
 * images.
 */
export const FILE_KINDS = ['job_result', 'import', 'mail', 'brand'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/**
 * `growing`: the file is being written, up to the number of bytes in its row. `new`: uploaded but
 * not claimed. `whole`: complete and claimed. `gone`: deleted, its content is being removed.
 * `lost`: its content was missing at a start.
 */
export type FileState = 'growing' | 'new' | 'whole' | 'gone' | 'lost'

export interface StoredFile {
  /** The name of its content on disk: 32 hexadecimal digits, created by the server. */
  readonly id: string
  readonly owner: Login
  readonly kind: FileKind
  /** The name of the file for people. */
  readonly name: string
  readonly media: string
  readonly state: FileState
  readonly bytes: number
  /**
   * The digest in hexadecimal; null while the file grows, and for results older than the file
   * store.
   */
  readonly sha256: string | null
  readonly created_at: UnixMs
  /** The time when the file expires; null if it is kept as long as something refers to it. */
  readonly expires_at: UnixMs | null
}

/** A file whose content has arrived completely. */
export type ArrivedFile = Pick<StoredFile, 'id' | 'owner' | 'kind' | 'name' | 'media' | 'bytes'> & {
  readonly sha256: string
}

/** The limits for a kind of files. */
export interface FileBounds {
  readonly bytesMax: number
  readonly ownerBytesMax: Readonly<Record<AccountClass, number>>
  /**
   * The most bytes that an owner may upload within an hour, including deleted files; null means no
   * limit.
   */
  readonly hourBytesMax: Readonly<Record<AccountClass, number>> | null
  readonly ownerFilesMax: number
  readonly allBytesMax: number
  readonly allFilesMax: number
  /** How long a complete file is kept. Null means as long as something refers to it. */
  readonly keptMs: number | null
}

const MIB = 1024 * 1024

/** A quarter of every limit is reserved for staff; traders may only use the rest. */
export const KEPT_FOR_STAFF_PART = 4

const MAIL_BYTES_MAX = { demo: 10 * MIB, real: 50 * MIB, staff: 512 * MIB }
const MAIL_HOUR_BYTES_MAX = { demo: 20 * MIB, real: 100 * MIB, staff: 1024 * MIB }

/** Limits for files that only staff create. */
function ofStaff(staff: number) {
  return { demo: 0, real: 0, staff }
}

export const FILE_BOUNDS: Readonly<Record<FileKind, FileBounds>> = {
  job_result: {
    bytesMax: JOB_RESULT_BYTES_MAX,
    ownerBytesMax: ofStaff(JOB_RESULTS_BYTES_MAX / 2),
    hourBytesMax: null,
    ownerFilesMax: 100,
    allBytesMax: JOB_RESULTS_BYTES_MAX,
    allFilesMax: 10_000,
    keptMs: JOBS_KEPT_MS,
  },
  import: {
    bytesMax: IMPORT_FILE_BYTES_MAX,
    ownerBytesMax: ofStaff(2 * IMPORT_FILE_BYTES_MAX),
    hourBytesMax: null,
    ownerFilesMax: 20,
    allBytesMax: 2048 * MIB,
    allFilesMax: 1000,
    keptMs: JOBS_KEPT_MS,
  },
  mail: {
    bytesMax: ATTACHMENTS_BYTES_MAX,
    ownerBytesMax: MAIL_BYTES_MAX,
    hourBytesMax: MAIL_HOUR_BYTES_MAX,
    ownerFilesMax: 10_000,
    allBytesMax: 8192 * MIB,
    allFilesMax: 1_000_000,
    keptMs: null,
  },
  brand: {
    bytesMax: BRAND_IMAGE_BYTES_MAX,
    ownerBytesMax: ofStaff(1024 * MIB),
    hourBytesMax: null,
    ownerFilesMax: 6000,
    allBytesMax: 2048 * MIB,
    allFilesMax: 12_000,
    keptMs: null,
  },
}

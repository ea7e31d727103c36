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

/** Files that the server keeps for people (storage/files): the results of jobs, and what was uploaded, attachments and pictures too. */
export const FILE_KINDS = ['job_result', 'import', 'mail', 'brand'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/**
 * `growing`: as many bytes as its row says count. `new`: uploaded, and nobody's yet. `whole`: somebody's.
 * `gone`: not there any more, its content is being removed. `lost`: its content was not found at a start.
 */
export type FileState = 'growing' | 'new' | 'whole' | 'gone' | 'lost'

export interface StoredFile {
  /** 32 hexadecimal digits: the name of its content, which no person gives. */
  readonly id: string
  readonly owner: Login
  readonly kind: FileKind
  /** The file's name for people. */
  readonly name: string
  readonly media: string
  readonly state: FileState
  readonly bytes: number
  /** Hexadecimal; null while it grows, and of results that were made before there was a store. */
  readonly sha256: string | null
  readonly created_at: UnixMs
  /** Null as long as it stays by whoever refers to it. */
  readonly expires_at: UnixMs | null
}

/** A file of which all has come. */
export type ArrivedFile = Pick<StoredFile, 'id' | 'owner' | 'kind' | 'name' | 'media' | 'bytes'> & {
  readonly sha256: string
}

/** The bounds of a kind of files. */
export interface FileBounds {
  readonly bytesMax: number
  readonly ownerBytesMax: Readonly<Record<AccountClass, number>>
  /** Bytes that an owner brings within an hour, whatever went meanwhile; null is no bound. */
  readonly hourBytesMax: Readonly<Record<AccountClass, number>> | null
  readonly ownerFilesMax: number
  readonly allBytesMax: number
  readonly allFilesMax: number
  /** Kept so long after it became whole. Null: as long as somebody refers to it. */
  readonly keptMs: number | null
}

const MIB = 1024 * 1024

/** A quarter of all bounds, those of each kind too, is kept for staff: traders may fill only the rest. */
export const KEPT_FOR_STAFF_PART = 4

const MAIL_BYTES_MAX = { demo: 10 * MIB, real: 50 * MIB, staff: 512 * MIB }
const MAIL_HOUR_BYTES_MAX = { demo: 20 * MIB, real: 100 * MIB, staff: 1024 * MIB }

/** The bounds of a kind of files that only staff bring. */
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

import type { Outcome } from '../../../actors/thread/ask.js'
import { assert } from '../../../engine/assert.js'
import { UPLOAD_MS_MAX, UPLOAD_OVERHEAD_BYTES_MAX } from '../../../engine/limits/files.js'
import type { ByteSource } from '../../../wire/answer/byte-source.js'
import type { FileExtension } from '../../../wire/check/file-type.js'
import { FILE_BOUNDS, type FileKind, type StoredFile } from '../../../wire/stored/stored-file.js'

/** The rule of a route that takes a file. Text fields beside it are the route's body. */
export interface UploadRule {
  readonly kind: FileKind
  /** The name of the part that is the file. */
  readonly field: string
  readonly bytesMax: number
  readonly extensions: readonly FileExtension[]
  /** Whether the file is for the handler alone, and is removed after its answer. */
  readonly isPassing?: boolean
  /** The longest that all of it may take. */
  readonly msMax?: number
}

export const UPLOAD_MEDIA = 'multipart/form-data'

/** A file as the handler is given it: stored, and nobody's until the desk's `files.claim`. */
export interface UploadedFile
  extends Pick<StoredFile, 'id' | 'name' | 'media' | 'bytes' | 'sha256'> {
  /** Its content, from the beginning. */
  read(): Promise<Outcome<ByteSource>>
}

/** Bytes of the whole body, with the parts beside the file. */
export function uploadBytesMax({ bytesMax }: UploadRule): number {
  return bytesMax + UPLOAD_OVERHEAD_BYTES_MAX
}

export function checkUploadRule(name: string, rule: UploadRule): void {
  const { bytesMax } = FILE_BOUNDS[rule.kind]
  assert(rule.bytesMax > 0 && rule.bytesMax <= bytesMax, `${name} takes no more than its kind may`)
  assert(rule.extensions.length > 0, `${name} names what its files end in`)
  assert((rule.msMax ?? 1) <= UPLOAD_MS_MAX, `${name} waits no longer than uploads may take`)
}

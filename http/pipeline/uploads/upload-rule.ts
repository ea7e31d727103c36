import type { Outcome } from '../../../actors/thread/ask.js'
import { assert } from '../../../engine/assert.js'
import { UPLOAD_MS_MAX, UPLOAD_OVERHEAD_BYTES_MAX } from '../../../engine/limits/files.js'
import type { ByteSource } from '../../../wire/answer/byte-source.js'
import type { FileExtension } from '../../../wire/check/file-type.js'
import { FILE_BOUNDS, type FileKind, type StoredFile } from '../../../wire/stored/stored-file.js'

/** The upload rule of a route. Text fields are the body of the route. */
export interface UploadRule {
  readonly kind: FileKind
  /** The name of the multipart field with the file. */
  readonly field: string
  readonly bytesMax: number
  readonly extensions: readonly FileExtension[]
  /** True if only the handler needs the file. It is then removed after the answer. */
  readonly isPassing?: boolean
  /** The longest time that the upload may take. */
  readonly msMax?: number
}

export const UPLOAD_MEDIA = 'multipart/form-data'

/** A stored file that belongs to no record until `files.claim` claims it. */
export interface UploadedFile
  extends Pick<StoredFile, 'id' | 'name' | 'media' | 'bytes' | 'sha256'> {
  /** Reads the uploaded content from its beginning. */
  read(): Promise<Outcome<ByteSource>>
}

/** The largest body, including the text fields. */
export function uploadBytesMax({ bytesMax }: UploadRule): number {
  return bytesMax + UPLOAD_OVERHEAD_BYTES_MAX
}

export function checkUploadRule(name: string, rule: UploadRule): void {
  const { bytesMax } = FILE_BOUNDS[rule.kind]
  assert(rule.bytesMax > 0 && rule.bytesMax <= bytesMax, `${name} takes no more than its kind may`)
  assert(rule.extensions.length > 0, `${name} names what its files end in`)
  assert((rule.msMax ?? 1) <= UPLOAD_MS_MAX, `${name} waits no longer than uploads may take`)
}

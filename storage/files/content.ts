import {
  closeSync,
  existsSync,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { syncPath } from '../durable-files.js'
import { fileDirectory, filePath, resultDirectory } from '../paths.js'

/**
 * Contents of files that are stored for users, each under its id and readable only by the server's
 * user. Rows in SQLite list them (storage/repos/records/files.ts).
 *
 *   F1. An uploaded content gets its name once it is complete and on disk, and its row after that.
 *   F2. Only the first `bytes` (by its row) of a growing file count. Added bytes are on disk before
 *       the row counts them, and anything beyond, left by a crash, is cut off before the next
 *       addition.
 *   - A content is deleted after its row is `gone`, and the row after the content. So after a
 *     crash, a content without a row may be deleted, and a row without a content is damage.
 *   F4. During a backup nothing is deleted (backup-hold.ts), so every content in its copy of the
 *       rows exists.
 */
export const CONTENT_MODE = 0o600
export const FILE_ID = /^[0-9a-f]{32}$/
/** The suffix of a file whose upload is not complete. */
export const PART_SUFFIX = '.part'

/** The error if a content is shorter than its row says, so that nothing can be appended to it. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

export function partPath(dataDir: string, id: string): string {
  return `${filePath(dataDir, id)}${PART_SUFFIX}`
}

export function makeFileDirectory(dataDir: string): void {
  if (existsSync(fileDirectory(dataDir))) return
  mkdirSync(fileDirectory(dataDir), { recursive: true, mode: 0o700 })
  syncPath(dataDir)
}

/** False if no content is stored, not even one that a crash or an older version left. */
export function hasContents(dataDir: string): boolean {
  makeFileDirectory(dataDir)
  return existsSync(resultDirectory(dataDir)) || readdirSync(fileDirectory(dataDir)).length > 0
}

/** Appends to the first `bytes` bytes of the file (F2). Returns the new length. */
export function addToFile(dataDir: string, id: string, bytes: number, part: Uint8Array): number {
  makeFileDirectory(dataDir)
  const path = filePath(dataDir, id)
  const isNew = !existsSync(path)
  if (isNew && bytes > 0) throw new DamagedFileError(`the file ${id} is gone`)
  const file = openSync(path, isNew ? 'wx' : 'r+', CONTENT_MODE)
  try {
    if (isNew) fchmodSync(file, CONTENT_MODE)
    if (fstatSync(file).size < bytes) {
      throw new DamagedFileError(`the file ${id} is shorter than ${bytes} bytes`)
    }
    ftruncateSync(file, bytes)
    let written = 0
    while (written < part.length) {
      written += writeSync(file, part, written, part.length - written, bytes + written)
    }
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
  if (isNew) syncPath(fileDirectory(dataDir))
  return bytes + part.length
}

export function removeContent(dataDir: string, id: string): void {
  rmSync(filePath(dataDir, id), { force: true })
}

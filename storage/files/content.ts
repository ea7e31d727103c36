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
 * Contents of files that are kept for people, each by its id and its owner's alone. Rows of SQLite say
 * which there are (storage/repos/records/files.ts).
 *
 *   F1. An uploaded content has its name once it is whole and on disk, and its row after that.
 *   F2. Of a file that grows only the first `bytes` of its row count. What is added is on disk before the row
 *       says so, and what a crash left beyond them is cut off before anything is added.
 *   F3. A content is removed after its row says `gone`, and the row after the content. So of what a crash
 *       leaves, a content without a row is nobody's, and a row without a content is damage.
 *   F4. While a backup is made nothing is removed (backup-hold.ts): what its copy of the rows names is there.
 */
export const CONTENT_MODE = 0o600
export const FILE_ID = /^[0-9a-f]{32}$/
/** The end of the name of an upload that is not whole. */
export const PART_SUFFIX = '.part'

/** The content has less than its row says: it cannot be gone on with. */
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

/** False where nothing is kept, and nothing was left by a crash or a server of before. */
export function hasContents(dataDir: string): boolean {
  makeFileDirectory(dataDir)
  return existsSync(resultDirectory(dataDir)) || readdirSync(fileDirectory(dataDir)).length > 0
}

/** F2. Adds to the first `bytes` of the file; answers how many it has then. */
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

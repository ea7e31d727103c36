import { statSync } from 'node:fs'
import type { StoredFile } from '../../wire/stored/stored-file.js'
import { digestFile } from '../durable-files.js'
import { filePath } from '../paths.js'
import { filesRepo } from '../repos/records/files.js'
import type { Sqlite } from '../sqlite/open.js'
import { type Difference, Differences } from './differences.js'

/**
 * Compares contents of files with their rows: size and digest. A growing file must have its counted
 * bytes. A file that is deleted during the check is no difference.
 */
export interface FileVerification {
  readonly files: number
  /** The first thousand differences; `differenceCount` counts all. */
  readonly differences: readonly Difference[]
  readonly differenceCount: number
}

export function verifyFiles(dataDir: string, db: Sqlite): FileVerification {
  const rows = filesRepo(db)
  const found = new Differences()
  let files = 0
  for (const file of rows.each()) {
    if (file.state === 'gone') continue
    files += 1
    const difference = differenceOf(dataDir, file)
    if (difference === undefined || rows.get(file.id)?.state !== file.state) continue
    const [field, stored, content] = difference
    found.add(`file ${file.id}`, field, stored, content)
  }
  return { files, differences: found.list, differenceCount: found.count }
}

/** The differing field, its value in the row, and the value of the content. */
function differenceOf(
  dataDir: string,
  { id, state, bytes, sha256 }: StoredFile,
): readonly [string, unknown, unknown] | undefined {
  if (bytes === 0) return undefined
  const size = statSync(filePath(dataDir, id), { throwIfNoEntry: false })?.size
  if (size === undefined) return ['content', 'there', 'missing']
  // Growing contents, and results of older versions, may have more than the counted bytes.
  const isExact = state !== 'growing' && sha256 !== null
  if (size < bytes || (isExact && size > bytes)) return ['bytes', bytes, size]
  if (!isExact) return undefined
  const digest = digestFile(filePath(dataDir, id)).sha256
  return digest === sha256 ? undefined : ['sha256', sha256, digest]
}

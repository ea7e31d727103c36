import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredFile } from '../../wire/stored/stored-file.js'
import { syncPath } from '../durable-files.js'
import { fileDirectory, filePath, resultDirectory, resultPath } from '../paths.js'
import { filesRepo } from '../repos/records/files.js'
import { jobsRepo } from '../repos/records/jobs.js'
import type { Sqlite } from '../sqlite/open.js'
import { isHeld } from './backup-hold.js'
import { FILE_ID, makeFileDirectory, PART_SUFFIX, removeContent } from './content.js'

export type MissingContent = Pick<StoredFile, 'id' | 'bytes' | 'sha256' | 'state'>

/** The results of the look at a start, before any file comes in. */
export interface SweptFiles {
  /** Number of results of before that were brought in. */
  readonly adopted: number
  /** Number of contents that were nobody's and are removed. */
  readonly removed: number
  /** Rows whose content is not there, or shorter than it was. */
  readonly lost: readonly string[]
  /** All whose content is not there, as it was; also of those that grow. */
  readonly missing: readonly MissingContent[]
  /** Rows that were lost, and whose content is there again. */
  readonly found: readonly string[]
}

/** Sweeps at a start, while nothing is written. */
export function sweepFiles(dataDir: string, db: Sqlite): SweptFiles {
  makeFileDirectory(dataDir)
  const adopted = adoptResults(dataDir, db)
  const files = filesRepo(db)
  const known = new Set<string>()
  const [lost, found]: [string[], string[]] = [[], []]
  const missing: MissingContent[] = []
  for (const file of files.each()) {
    known.add(file.id)
    const isThere = hasContent(dataDir, file)
    if (file.state !== 'gone' && !isThere) missing.push(file)
    if (file.state === 'lost' && isThere) found.push(file.id)
    if ((file.state === 'whole' || file.state === 'new') && !isThere) lost.push(file.id)
  }
  const removed = removeUnknown(dataDir, known)
  return { adopted, removed, lost, missing, found }
}

/** The ids of the rows whose content should be there and is not. */
export function missingContents(dataDir: string, db: Sqlite): string[] {
  const missing: string[] = []
  for (const file of filesRepo(db).each()) {
    if (lacksContent(dataDir, file)) missing.push(file.id)
  }
  return missing
}

/** Answers whose contents are no more: none while a backup is made (content.ts, F4). */
export function removeContents(dataDir: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0 || isHeld(dataDir)) return []
  for (const id of ids) removeContent(dataDir, id)
  syncPath(fileDirectory(dataDir))
  return ids
}

/** Whether a content should be there and is not. */
export function lacksContent(
  dataDir: string,
  file: Pick<StoredFile, 'id' | 'bytes' | 'state'>,
): boolean {
  return file.state !== 'gone' && !hasContent(dataDir, file)
}

/** True when the bytes that count are all there. */
export function hasContent(dataDir: string, { id, bytes }: Pick<StoredFile, 'id' | 'bytes'>) {
  const content = statSync(filePath(dataDir, id), { throwIfNoEntry: false })
  return bytes === 0 || (content !== undefined && content.size >= bytes)
}

function removeUnknown(dataDir: string, known: ReadonlySet<string>): number {
  const directory = fileDirectory(dataDir)
  const unknown = readdirSync(directory).filter((name) => {
    const id = name.endsWith(PART_SUFFIX) ? name.slice(0, -PART_SUFFIX.length) : name
    return FILE_ID.test(id) && (name !== id || !known.has(id))
  })
  for (const name of unknown) rmSync(join(directory, name), { force: true })
  return unknown.length
}

/** Servers of before kept results in a directory of their own, by the numbers of their jobs. */
function adoptResults(dataDir: string, db: Sqlite): number {
  if (!existsSync(resultDirectory(dataDir))) return 0
  const kept = jobsRepo(db)
    .withFiles()
    .filter(({ id }) => existsSync(resultPath(dataDir, id)))
  for (const { id, file } of kept) renameSync(resultPath(dataDir, id), filePath(dataDir, file))
  syncPath(fileDirectory(dataDir))
  for (const name of readdirSync(resultDirectory(dataDir))) {
    if (/^job-\d+$/.test(name)) rmSync(join(resultDirectory(dataDir), name), { force: true })
  }
  return kept.length
}

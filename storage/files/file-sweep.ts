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

/** The results of the check at a start, before any upload. */
export interface SweptFiles {
  /** The number of results of older versions that were moved here. */
  readonly adopted: number
  /** The number of contents without a row, which were deleted. */
  readonly removed: number
  /** Rows whose content is missing or too short. */
  readonly lost: readonly string[]
  /** All rows with a missing content, including rows of files that are still growing. */
  readonly missing: readonly MissingContent[]
  /** Rows that were lost before and whose content exists again. */
  readonly found: readonly string[]
}

/** Compares contents with their rows at a start, while no file is written. */
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

/** The ids of rows whose content does not exist. */
export function missingContents(dataDir: string, db: Sqlite): string[] {
  const missing: string[] = []
  for (const file of filesRepo(db).each()) {
    if (lacksContent(dataDir, file)) missing.push(file.id)
  }
  return missing
}

/** Deletes contents and returns their ids. During a backup it deletes nothing (content.ts, F4). */
export function removeContents(dataDir: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0 || isHeld(dataDir)) return []
  for (const id of ids) removeContent(dataDir, id)
  syncPath(fileDirectory(dataDir))
  return ids
}

/** True if the content of at least one row is missing. */
export function lacksContent(
  dataDir: string,
  file: Pick<StoredFile, 'id' | 'bytes' | 'state'>,
): boolean {
  return file.state !== 'gone' && !hasContent(dataDir, file)
}

/** True if all bytes that the row counts exist. */
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

/**
 * Moves results of older versions, which had a separate directory and the numbers of their jobs.
 */
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

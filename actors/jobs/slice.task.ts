import { ArchiveError } from '../../storage/archive/segment.js'
import { NoRoomError } from '../../storage/backup/room.js'
import { digestFile } from '../../storage/durable-files.js'
import { addToFile, DamagedFileError, hasRoomFor } from '../../storage/files/content.js'
import { filePath, sqlitePath } from '../../storage/paths.js'
import { assertCurrentSchema } from '../../storage/sqlite/migrate.js'
import { openReader, type Sqlite } from '../../storage/sqlite/open.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { JobReport } from '../desk/jobs.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { exportAccounts } from './account-export.js'
import type { JobSlice, JobWork } from './job-work.js'

/**
 * Thread entry: one slice of a job, from its place on. It yields to trading. What it has made is on disk before
 * it is told; what is not told does not count (storage/files/content.ts, F2).
 */
yieldToTrading()

export interface SliceTask {
  readonly dataDir: string
  readonly reserveBytes: number
  readonly job: Pick<StoredJob, 'id' | 'place' | 'done' | 'total' | 'bytes' | 'file'>
  readonly work: JobWork
}

let open: { readonly dataDir: string; readonly db: Sqlite } | undefined

export default async function run(task: SliceTask): Promise<JobReport> {
  const { dataDir, reserveBytes, job } = task
  const worked = await carriedOut(task)
  if (typeof worked === 'string') {
    const { id, place, done, total, bytes } = job
    const nothing = { id, place, done, total: total ?? 0, bytes, isOver: false, sha256: '' }
    return { ...nothing, error: worked }
  }
  const { text, ...made } = worked
  const part = Buffer.from(text)
  const { id, file } = job
  const report = { id, ...made, bytes: job.bytes, sha256: '', error: '' }
  if (!hasRoomFor(dataDir, part.length, reserveBytes)) {
    return { ...report, error: 'The disk is nearly full: free some space and ask again.' }
  }
  try {
    const bytes = addToFile(dataDir, file, job.bytes, part)
    const { sha256 } = made.isOver ? digestFile(filePath(dataDir, file)) : report
    return { ...report, bytes, sha256 }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    return { ...report, error: 'What it had made is damaged: ask again.' }
  }
}

/** The product of the slice, or the reason why the job cannot be done. */
async function carriedOut({
  dataDir,
  reserveBytes,
  job,
  work,
}: SliceTask): Promise<JobSlice | string> {
  const db = opened(dataDir)
  if (work.kind === 'accounts.export') return exportAccounts(db, work, job)
  const { target } = work
  if (target === undefined) return 'LOG_ARCHIVE_DIR is not set.'
  // An export of accounts loads nothing of the logs.
  const { archiveLogs } = await import('./log-archive.js')
  try {
    return await archiveLogs(dataDir, db, reserveBytes, { ...work, target }, job)
  } catch (error) {
    if (error instanceof NoRoomError || error instanceof ArchiveError) return error.message
    throw error
  }
}

function opened(dataDir: string): Sqlite {
  if (open?.dataDir === dataDir) return open.db
  const db = openReader(sqlitePath(dataDir))
  assertCurrentSchema(db)
  open = { dataDir, db }
  return db
}

import { hasRoomFor } from '../../storage/disk-space.js'
import { digestFile } from '../../storage/durable-files.js'
import { addToFile, DamagedFileError } from '../../storage/files/content.js'
import { assertCurrentSchema } from '../../storage/migrations/migrate.js'
import { filePath, sqlitePath } from '../../storage/paths.js'
import { openReader, type Sqlite } from '../../storage/sqlite/open.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { JobReport } from '../desk/jobs.js'
import { yieldToTrading } from '../thread/background-thread.js'
import type { JobWork } from '../thread/job-work.js'
import { reportingMemory } from '../thread/own-memory.js'
import { carriedOut } from './slices.js'

/**
 * Thread entry: one slice of a job, from its place on. Trading has precedence. The output is on
 * disk before the slice is reported; without a report it does not count (storage/files/content.ts,
 * F2).
 */
yieldToTrading()

export interface SliceTask {
  readonly dataDir: string
  readonly reserveBytes: number
  readonly job: Pick<StoredJob, 'id' | 'place' | 'done' | 'total' | 'bytes' | 'file'>
  readonly work: JobWork
}

let open: { readonly dataDir: string; readonly db: Sqlite } | undefined

export default reportingMemory('jobs', run)

async function run(task: SliceTask): Promise<JobReport> {
  const { dataDir, reserveBytes, job, work } = task
  const worked = await carriedOut({ dataDir, db: opened(dataDir), reserveBytes }, work, job)
  if (typeof worked === 'string') {
    const { id, place, done, total, bytes } = job
    const nothing = { id, place, done, total: total ?? 0, bytes, isOver: false, sha256: '' }
    return { ...nothing, error: worked }
  }
  const { made, ...progress } = worked
  const part = typeof made === 'string' ? Buffer.from(made) : made
  const { id, file } = job
  const report = { id, ...progress, bytes: job.bytes, sha256: '', error: '' }
  // A log archive makes space, so it may use more of the disk.
  const use = work.kind === 'log.archive' ? 'trading' : 'staff'
  if (!hasRoomFor({ dataDir, reserveBytes }, use, part.length)) {
    return { ...report, error: 'The disk is nearly full: free some space and ask again.' }
  }
  try {
    const bytes = addToFile(dataDir, file, job.bytes, part)
    const { sha256 } = progress.isOver ? digestFile(filePath(dataDir, file)) : report
    return { ...report, bytes, sha256 }
  } catch (error) {
    // The file of a cancelled job may be deleted meanwhile, which is no error.
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isGone && !(error instanceof DamagedFileError)) throw error
    return { ...report, error: 'What it had made is damaged: ask again.' }
  }
}

function opened(dataDir: string): Sqlite {
  if (open?.dataDir === dataDir) return open.db
  const db = openReader(sqlitePath(dataDir))
  assertCurrentSchema(db)
  open = { dataDir, db }
  return db
}

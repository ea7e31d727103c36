import { sqlitePath } from '../../storage/paths.js'
import {
  addToResult,
  DamagedResultError,
  hasRoomFor,
  sweepResults,
} from '../../storage/result-files.js'
import { assertCurrentSchema } from '../../storage/sqlite/migrate.js'
import { openReader, type Sqlite } from '../../storage/sqlite/open.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { JobReport } from '../desk/jobs.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { exportAccounts } from './account-export.js'
import type { JobWork } from './job-work.js'

/**
 * Thread entry: one slice of a job, from its place on. It yields to trading. What it has made is on disk before
 * it is told; what is not told does not count (storage/result-files.ts, F1).
 */
yieldToTrading()

export interface SliceTask {
  readonly dataDir: string
  readonly reserveBytes: number
  readonly job: Pick<StoredJob, 'id' | 'place' | 'done' | 'total' | 'bytes'>
  readonly work: JobWork
}

/** Removes the results of all other jobs. */
export interface SweepTask {
  readonly dataDir: string
  readonly kept: readonly number[]
}

let open: { readonly dataDir: string; readonly db: Sqlite } | undefined

export default function run(task: SliceTask | SweepTask): JobReport | null {
  if ('job' in task) return slice(task)
  sweepResults(task.dataDir, new Set(task.kept))
  return null
}

function slice({ dataDir, reserveBytes, job, work }: SliceTask): JobReport {
  const { text, ...made } = exportAccounts(opened(dataDir), work, job)
  const part = Buffer.from(text)
  const report = { id: job.id, ...made, bytes: job.bytes, error: '' }
  if (!hasRoomFor(dataDir, part.length, reserveBytes)) {
    return { ...report, error: 'The disk is nearly full: free some space and ask again.' }
  }
  try {
    return { ...report, bytes: addToResult(dataDir, job.id, job.bytes, part) }
  } catch (error) {
    if (!(error instanceof DamagedResultError)) throw error
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

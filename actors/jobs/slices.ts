import { ArchiveError } from '../../storage/archive/segment.js'
import { NoRoomError } from '../../storage/backup/room.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { exportAccounts } from '../queries/accounts/account-export.js'
import type { ReportSource } from '../reports/report-source.js'
import type { JobPlace, JobSlice, JobWork } from '../thread/job-work.js'

/** The data that a slice uses besides its job. */
export interface SliceGround {
  readonly dataDir: string
  readonly db: Sqlite
  readonly reserveBytes: number
}

/** Makes a slice: its product, or the reason why the job cannot be done. */
type SliceOf<Work> = (
  ground: SliceGround,
  work: Work,
  job: JobPlace,
) => Promise<JobSlice | string> | JobSlice

/** The slices of each kind of job on the jobs thread. */
const SLICES: {
  readonly [Kind in JobWork['kind']]: SliceOf<Extract<JobWork, { readonly kind: Kind }>>
} = {
  'accounts.export': ({ db }, work, job) => exportAccounts(db, work, job),
  async 'log.archive'({ dataDir, db, reserveBytes }, work, job) {
    const { target } = work
    if (target === undefined) return 'LOG_ARCHIVE_DIR is not set.'
    // Loaded on demand, so that an export of accounts does not load the code for logs.
    const { archiveLogs } = await import('./log-archive.js')
    try {
      return await archiveLogs(dataDir, db, reserveBytes, { ...work, target }, job)
    } catch (error) {
      if (error instanceof NoRoomError || error instanceof ArchiveError) return error.message
      throw error
    }
  },
  async 'trades.export'({ db }, work, job) {
    // Loaded on demand: only exports of trades need this code.
    const { exportTrades } = await import('./trade-export.js')
    return exportTrades(db, work, job)
  },
  async report({ dataDir, db }, work, job) {
    // Loaded on demand: only reports need this code.
    const { reportSlice } = await import('../reports/report-slice.js')
    const { copyOf, module } = work
    if (copyOf === undefined) return reportSlice(db, work, job)
    const { CopyError, copySource } = await import('../reports/copy-source.js')
    try {
      const source = copySource(dataDir, copyOf, module) as ReportSource
      return await reportSlice(db, work, job, undefined, source)
    } catch (error) {
      if (error instanceof CopyError) return error.message
      throw error
    }
  },
}

export async function carriedOut(
  ground: SliceGround,
  work: JobWork,
  job: JobPlace,
): Promise<JobSlice | string> {
  const slice = SLICES[work.kind] as SliceOf<JobWork>
  return slice(ground, work, job)
}

import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { AccountExportWork } from '../../wire/thread/account-export.js'
import type { LogArchiveWork } from '../../wire/thread/log-archive.js'

/** What the thread of jobs is told of each kind, beside how far it is. */
export type JobWork =
  | ({ readonly kind: 'accounts.export' } & AccountExportWork)
  | ({ readonly kind: 'log.archive' } & LogArchiveWork)

/** How far a job is. */
export type JobPlace = Pick<StoredJob, 'place' | 'done' | 'total'>

/** What one slice has made, and where the next goes on. */
export interface JobSlice {
  readonly text: string
  readonly place: string
  readonly done: number
  readonly total: number
  readonly isOver: boolean
}

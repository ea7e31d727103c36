import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { AccountExportWork } from '../../wire/thread/account-export.js'
import type { LogArchiveWork } from '../../wire/thread/log-archive.js'
import type { ReportWork } from '../../wire/thread/report-work.js'
import type { TradeExportWork } from '../../wire/window/trade-window.js'

/** The work of a job by its kind, as the jobs thread receives it. */
export type JobWork =
  | ({ readonly kind: 'accounts.export' } & AccountExportWork)
  | ({ readonly kind: 'log.archive' } & LogArchiveWork)
  | ({ readonly kind: 'report' } & ReportWork)
  | ({ readonly kind: 'trades.export' } & TradeExportWork)

export type JobPlace = Pick<StoredJob, 'place' | 'done' | 'total'>

/** The product of one slice, and the place where the next continues. */
export interface JobSlice<Made extends string | Uint8Array = string | Uint8Array> {
  /** The part of the result that the slice made: text or bytes, depending on the kind. */
  readonly made: Made
  readonly place: string
  readonly done: number
  readonly total: number
  readonly isOver: boolean
}

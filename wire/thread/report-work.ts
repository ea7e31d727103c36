import type { LineReach } from '../../engine/access/line-reach.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import type { ReportModule } from '../../engine/reports/modules.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { ReportFormat } from '../stored/stored-report.js'

/** The work of a report, as it stands before a slice of it. */
export interface ReportWork {
  readonly module: ReportModule
  readonly name: string
  readonly format: ReportFormat
  readonly madeAt: UnixMs
  /** The parameters as they were asked for, to be shown in the file. */
  readonly asked: readonly (readonly [name: string, value: string])[]
  readonly clock: ServerClock
  /** Moments, both included; null is open. */
  readonly from: UnixMs | null
  readonly to: UnixMs | null
  /** Numbers of days, both included. */
  readonly days: { readonly from: number; readonly to: number }
  /** Null is everybody. */
  readonly logins: readonly Login[] | null
  /** Groups whose accounts it tells of. */
  readonly groups: readonly ReportGroup[]
  readonly journal: JournalReach
  /** Fields of accounts that are left out. */
  readonly hidden: readonly string[]
  /** The job whose rows it has in another format. */
  readonly copyOf?: number
}

export interface ReportGroup {
  readonly path: string
  readonly currency: string
  readonly digits: number
}

/** The lines of the journal that it may tell of. */
export interface JournalReach extends LineReach {
  readonly from: UnixMs | null
}

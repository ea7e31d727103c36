import type { LineReach } from '../../engine/access/line-reach.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import type { ReportModule } from '../../engine/reports/modules.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { ReportFormat } from '../stored/stored-report.js'

/** The state of a report before its next slice. */
export interface ReportWork {
  readonly module: ReportModule
  readonly name: string
  readonly format: ReportFormat
  readonly madeAt: UnixMs
  /** The requested parameters, for display in the file. */
  readonly asked: readonly (readonly [name: string, value: string])[]
  readonly clock: ServerClock
  /** The first and last time, both inclusive. Null means open. */
  readonly from: UnixMs | null
  readonly to: UnixMs | null
  /** The first and last day number, both inclusive. */
  readonly days: { readonly from: number; readonly to: number }
  /** The accounts of the report. Null means all accounts. */
  readonly logins: readonly Login[] | null
  /** The groups whose accounts the report contains. */
  readonly groups: readonly ReportGroup[]
  readonly journal: JournalReach
  /** The account fields that the report must not contain. */
  readonly hidden: readonly string[]
  /** The job whose rows are converted to another format. */
  readonly copyOf?: number
}

export interface ReportGroup {
  readonly path: string
  readonly currency: string
  readonly digits: number
}

export interface JournalReach extends LineReach {
  readonly from: UnixMs | null
}

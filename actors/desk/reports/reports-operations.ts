import type { Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type ReportJobsOperations, reportJobsDesk } from './report-jobs.js'
import { type ReportReadersOperations, reportReadersDesk } from './report-readers.js'
import { type ReportSchedulesOperations, reportSchedulesDesk } from './report-schedules.js'

/** The operations of the desk on reports. */
export interface ReportsOperations
  extends ReportJobsOperations,
    ReportReadersOperations,
    ReportSchedulesOperations {}

export function reportsHandlers(desk: Desk): Handlers<ReportsOperations> {
  return { ...reportJobsDesk(desk), ...reportReadersDesk(desk), ...reportSchedulesDesk(desk) }
}

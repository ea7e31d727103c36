import type { Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type ReportReadersOperations, reportReadersDesk } from './report-readers.js'

/** The operations of the desk on reports. */
export interface ReportsOperations extends ReportReadersOperations {}

export function reportsHandlers(desk: Desk): Handlers<ReportsOperations> {
  return { ...reportReadersDesk(desk) }
}

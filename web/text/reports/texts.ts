import { reports } from '../../generated/reports.js'
import { loaded } from '../loaded.js'

/** The messages of reports by area. */
export const texts = await loaded(reports)

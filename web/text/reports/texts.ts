import { reportWords } from '../../generated/report-words.js'
import { reports } from '../../generated/reports.js'
import { loaded } from '../loaded.js'

/** The messages of reports, by area. */
export const texts = await loaded(reports)

/** Names of columns, charts, units and values, by area: the server has the same ones. */
export const named = await loaded(reportWords)

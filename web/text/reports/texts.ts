import { reportWords } from '../../generated/report-words.js'
import { reports } from '../../generated/reports.js'
import { loadTexts } from '../load-texts.js'

/** The messages of reports, by area. */
export const texts = await loadTexts(reports)

/** Names of columns, charts, units and values, by area: the server has the same ones. */
export const named = await loadTexts(reportWords)

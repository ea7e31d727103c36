import { reports } from '../../generated/reports.js'
import { loadTexts } from '../load-texts.js'

/** The messages of reports by area. */
export const texts = await loadTexts(reports)

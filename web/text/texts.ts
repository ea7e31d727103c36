import { common } from '../generated/common.js'
import { loadTexts } from './load-texts.js'

/** The messages that the pages of traders and staff share, by area. */
export const texts = await loadTexts(common)

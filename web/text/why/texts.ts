import { why } from '../../generated/why.js'
import { loadTexts } from '../load-texts.js'

/** The messages of the page of a single trade, by area. */
export const texts = await loadTexts(why)

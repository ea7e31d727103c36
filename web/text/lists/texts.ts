import { lists } from '../../generated/lists.js'
import { loadTexts } from '../load-texts.js'

/** The messages of the desk's lists by area. */
export const texts = await loadTexts(lists)

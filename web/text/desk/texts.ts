import { desk } from '../../generated/desk.js'
import { loadTexts } from '../load-texts.js'

/** The messages of the desk by area. */
export const texts = await loadTexts(desk)

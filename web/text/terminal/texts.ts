import { terminal } from '../../generated/terminal.js'
import { loadTexts } from '../load-texts.js'

/** The messages of the terminal by area. */
export const texts = await loadTexts(terminal)

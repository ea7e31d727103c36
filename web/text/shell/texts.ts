import { shell } from '../../generated/shell.js'
import { loadTexts } from '../load-texts.js'

/** The messages of the desk that are needed at start, by area. */
export const texts = await loadTexts(shell)

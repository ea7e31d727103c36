import { shell } from '../../generated/shell.js'
import { loaded } from '../loaded.js'

/** The messages of the desk that are needed at start, by area. */
export const texts = await loaded(shell)

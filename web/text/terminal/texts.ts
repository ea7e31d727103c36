import { terminal } from '../../generated/terminal.js'
import { loaded } from '../loaded.js'

/** The messages of the terminal by area. */
export const texts = await loaded(terminal)

import { shell } from '../../generated/shell.js'
import { loaded } from '../loaded.js'

/** The messages of the desk's parts that are there at first, by area. */
export const texts = await loaded(shell)

import { lists } from '../../generated/lists.js'
import { loaded } from '../loaded.js'

/** The messages of the desk's lists by area. */
export const texts = await loaded(lists)

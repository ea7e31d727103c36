import { why } from '../../generated/why.js'
import { loaded } from '../loaded.js'

/** The messages of the page of a single trade, by area. */
export const texts = await loaded(why)

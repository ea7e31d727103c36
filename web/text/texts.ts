import { common } from '../generated/common.js'
import { loaded } from './loaded.js'

/** The messages that the pages of traders and staff share, by area. */
export const texts = await loaded(common)

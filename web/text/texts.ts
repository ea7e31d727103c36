import { common } from '../generated/common.js'
import { loaded } from './loaded.js'

/** The messages that traders' and staff's pages share, by area. */
export const texts = await loaded(common)

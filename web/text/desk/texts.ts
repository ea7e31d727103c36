import { desk } from '../../generated/desk.js'
import { loaded } from '../loaded.js'

/** The messages of the desk by area. */
export const texts = await loaded(desk)

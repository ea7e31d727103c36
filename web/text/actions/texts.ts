import { actions } from '../../generated/actions.js'
import { loaded } from '../loaded.js'

/** The messages for staff's actions on a single record, by area. */
export const texts = await loaded(actions)

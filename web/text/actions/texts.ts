import { actions } from '../../generated/actions.js'
import { loaded } from '../loaded.js'

/** The messages of actions of staff on one record, by area. */
export const texts = await loaded(actions)

import { actions } from '../../generated/actions.js'
import { loadTexts } from '../load-texts.js'

/** The messages for staff's actions on a single record, by area. */
export const texts = await loadTexts(actions)

import { tables } from '../../generated/tables.js'
import { loadTexts } from '../load-texts.js'

/** The messages of tables by area; loaded with the first table. */
export const texts = await loadTexts(tables)

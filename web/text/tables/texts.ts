import { tables } from '../../generated/tables.js'
import { loaded } from '../loaded.js'

/** The messages of tables by area; loaded with the first table. */
export const texts = await loaded(tables)

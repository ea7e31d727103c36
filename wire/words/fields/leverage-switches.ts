import type { FieldWords } from './field-words.js'

/** Fields of `leverage-switches`. */
export const leverageSwitchesFields: FieldWords = {}

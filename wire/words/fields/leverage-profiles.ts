import type { FieldWords } from './field-words.js'

/** Fields of `leverage-profiles`. */
export const leverageProfilesFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `staff`. */
export const staffFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `dealing`. */
export const dealingFields: FieldWords = {}

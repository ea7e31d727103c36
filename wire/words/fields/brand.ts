import type { FieldWords } from './field-words.js'

/** Fields of `brand`. */
export const brandFields: FieldWords = {}

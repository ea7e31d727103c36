import type { FieldWords } from './field-words.js'

/** Fields of `symbols`. */
export const symbolsFields: FieldWords = {}

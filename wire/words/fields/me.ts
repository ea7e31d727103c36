import type { FieldWords } from './field-words.js'

/** Fields of `me`. */
export const meFields: FieldWords = {}

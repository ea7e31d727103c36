import type { FieldWords } from './field-words.js'

/** Fields of `holidays`. */
export const holidaysFields: FieldWords = {}

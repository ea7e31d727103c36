import type { FieldWords } from './field-words.js'

/** Fields of `config`. */
export const configFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `register`. */
export const registerFields: FieldWords = {}

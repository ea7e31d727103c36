import type { FieldWords } from './field-words.js'

/** Fields of `confirmations`. */
export const confirmationsFields: FieldWords = {}

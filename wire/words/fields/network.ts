import type { FieldWords } from './field-words.js'

/** Fields of `network`. */
export const networkFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `reports`. */
export const reportsFields: FieldWords = {}

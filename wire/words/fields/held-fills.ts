import type { FieldWords } from './field-words.js'

/** Fields of `held-fills`. */
export const heldFillsFields: FieldWords = {}

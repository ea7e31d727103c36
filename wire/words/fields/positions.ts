import type { FieldWords } from './field-words.js'

/** Fields of `positions`. */
export const positionsFields: FieldWords = {}

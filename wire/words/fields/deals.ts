import type { FieldWords } from './field-words.js'

/** Fields of `deals`. */
export const dealsFields: FieldWords = {}

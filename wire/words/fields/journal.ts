import type { FieldWords } from './field-words.js'

/** Fields of `journal`. */
export const journalFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `statement`. */
export const statementFields: FieldWords = {}

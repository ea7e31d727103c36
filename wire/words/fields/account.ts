import type { FieldWords } from './field-words.js'

/** Fields of `account`. */
export const accountFields: FieldWords = {}

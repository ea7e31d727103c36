import type { FieldWords } from './field-words.js'

/** Fields of `accounts`. */
export const accountsFields: FieldWords = {}

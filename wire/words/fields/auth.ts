import type { FieldWords } from './field-words.js'

/** Fields of `auth`. */
export const authFields: FieldWords = {}

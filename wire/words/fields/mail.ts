import type { FieldWords } from './field-words.js'

/** Fields of `mail`. */
export const mailFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `mail-servers`. */
export const mailServersFields: FieldWords = {}

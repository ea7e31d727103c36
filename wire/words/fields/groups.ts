import type { FieldWords } from './field-words.js'

/** Fields of `groups`. */
export const groupsFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `applications`. */
export const applicationsFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `routing`. */
export const routingFields: FieldWords = {}

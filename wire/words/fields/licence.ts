import type { FieldWords } from './field-words.js'

/** Fields of `licence`. */
export const licenceFields: FieldWords = {}

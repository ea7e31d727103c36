import type { FieldWords } from './field-words.js'

/** Fields of `logs`. */
export const logsFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `trade`. */
export const tradeFields: FieldWords = {}

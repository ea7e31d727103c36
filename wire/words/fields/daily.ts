import type { FieldWords } from './field-words.js'

/** Fields of `daily`. */
export const dailyFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields that mean the same wherever they are. */
export const commonFields: FieldWords = {}

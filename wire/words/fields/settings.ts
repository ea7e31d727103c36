import type { FieldWords } from './field-words.js'

/** Fields of `settings`. */
export const settingsFields: FieldWords = {}

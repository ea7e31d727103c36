import type { FieldWords } from './field-words.js'

/** Fields of `datafeeds`. */
export const datafeedsFields: FieldWords = {}

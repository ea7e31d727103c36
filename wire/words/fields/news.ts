import type { FieldWords } from './field-words.js'

/** Fields of `news`. */
export const newsFields: FieldWords = {}

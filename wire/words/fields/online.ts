import type { FieldWords } from './field-words.js'

/** Fields of `online`. */
export const onlineFields: FieldWords = {}

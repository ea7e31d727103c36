import type { FieldWords } from './field-words.js'

/** Fields of `orders`. */
export const ordersFields: FieldWords = {}

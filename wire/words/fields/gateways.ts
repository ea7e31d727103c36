import type { FieldWords } from './field-words.js'

/** Fields of `gateways`. */
export const gatewaysFields: FieldWords = {}

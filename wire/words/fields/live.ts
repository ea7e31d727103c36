import type { FieldWords } from './field-words.js'

/** Fields of the live sockets. */
export const liveFields: FieldWords = {}

import type { FieldWords } from './field-words.js'

/** Fields of `notifications`. */
export const notificationsFields: FieldWords = {}

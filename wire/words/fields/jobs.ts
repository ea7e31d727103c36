import type { FieldWords } from './field-words.js'

/** Fields of `jobs`. */
export const jobsFields: FieldWords = {}

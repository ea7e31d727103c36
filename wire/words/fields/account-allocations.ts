import type { FieldWords } from './field-words.js'

/** Fields of `account-allocations`. */
export const accountAllocationsFields: FieldWords = {}

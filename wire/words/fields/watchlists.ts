import type { FieldWords } from './field-words.js'

/** Fields of `watchlists`. */
export const watchlistsFields: FieldWords = {}

import type { Words } from '../words.js'

/** By the field's name, or by the part of the request or answer and its name: `query.from`. */
export type FieldWords = Readonly<Record<string, Words>>

export type FieldPart = 'params' | 'query' | 'body' | 'data'

import type { FieldPart } from '../../wire/words/fields/field-words.js'
import { fieldWords } from '../../wire/words/fields/fields.js'

/** Finds the sentence about a field by its name; undefined where there is none. */
export type FieldSentence = (name: string) => string | undefined

/** The sentences of the fields that routes of a tag have in one part. */
export function sentencesOf(tag: string, part: FieldPart): FieldSentence {
  return (name) => fieldWords(tag, part, name)?.en[1]
}

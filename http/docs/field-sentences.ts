import type { FieldPart } from '../../wire/words/fields/field-words.js'
import { fieldWords } from '../../wire/words/fields/fields.js'

/** What is said of a field by its name; undefined where nothing is. */
export type FieldSentence = (name: string) => string | undefined

/** The sentences of the fields that routes of a tag have in one part. */
export function sentencesOf(tag: string, part: FieldPart): FieldSentence {
  return (name) => fieldWords(tag, part, name)?.en[1]
}

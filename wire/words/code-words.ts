import type { Code, NumbersOf, Refusal } from '../../engine/code.js'

/** The fields that a code's `data` may hold; a code without any answers null. */
export type DataFieldOf<C extends Code> = C extends keyof NumbersOf
  ? keyof NumbersOf[C] | (C extends 'conflict' ? ConflictField : never)
  : C extends 'trade.requote'
    ? keyof NonNullable<Refusal['offer']>
    : C extends 'invalid_input'
      ? 'fields'
      : never

/** What a conflict over settings brings: the record as it is now, or those that are in the way of a deletion. */
type ConflictField = 'version' | 'updated_at' | 'updated_by' | 'record' | 'used_by'

/** What is said of a code in one language: when it comes, whether and how to repeat, and what each field of `data` is. */
export interface SaidOf<Field extends string> {
  readonly when: string
  readonly repeat: string
  readonly data: Readonly<Record<Field, string>>
}

export interface CodeWords<Field extends string = string> {
  readonly en: SaidOf<Field>
  readonly de: SaidOf<Field>
}

/** Words of each of these codes: one that is left out, or whose fields are other ones, does not compile. */
export type WordsOf<C extends Code> = { readonly [Name in C]: CodeWords<DataFieldOf<Name>> }

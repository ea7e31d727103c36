import type { Code, NumbersOf, Refusal } from '../../engine/code.js'
import { codes } from '../generated/codes.js'
import type { Language } from '../generated/languages.js'

/** The fields that a code's `data` may hold; a code without any answers null. */
type DataFieldOf<C extends Code> = C extends keyof NumbersOf
  ? keyof NumbersOf[C] | (C extends 'conflict' ? ConflictField : never)
  : C extends 'trade.requote'
    ? keyof NonNullable<Refusal['offer']>
    : C extends 'invalid_input'
      ? 'fields'
      : never

/** `data` of a conflict over settings: the record as it is now, or the records that prevent a deletion. */
type ConflictField = 'version' | 'updated_at' | 'updated_by' | 'record' | 'used_by'

/** The meaning of a code: when it comes, whether and how to repeat, and what each field of `data` is. */
export interface CodeWording<Field extends string = string> {
  readonly when: string
  readonly repeat: string
  readonly data: Readonly<Record<Field, string>>
}

/** A code that has no words, or no words for one of its fields, does not compile. */
type CodeWordings = { readonly [C in Code]: CodeWording<DataFieldOf<C>> }

/**
 * Every code that an answer may have, in words. `docs/refusals.md` and the descriptions in `/openapi.json` and `/docs/api` are
 * written from it.
 */
export function codesIn(language: Language): Readonly<Record<Code, CodeWording>> {
  const { common, trade, 'sign-in': signIn, 'trade-rules': rules } = codes[language]()
  return { ...common, ...signIn, ...trade, ...rules } satisfies CodeWordings
}

import type { Code, NumbersOf, Refusal } from '../../engine/code.js'
import { codes } from '../generated/codes.js'
import type { Language } from '../generated/languages.js'

/** The fields that a code's `data` may contain; for a code without any, `data` is null. */
type DataFieldOf<C extends Code> = C extends keyof NumbersOf
  ? keyof NumbersOf[C] | (C extends 'conflict' ? ConflictField : never)
  : C extends 'trade.requote'
    ? keyof NonNullable<Refusal['offer']>
    : C extends 'invalid_input'
      ? 'fields'
      : never

/**
 * The `data` of a conflict about settings: the current record, or the records that prevent a
 * deletion.
 */
type ConflictField = 'version' | 'updated_at' | 'updated_by' | 'record' | 'used_by'

/**
 * The documentation of a code: when it is returned, whether and how to repeat, and the fields of
 * `data`.
 */
export interface CodeWording<Field extends string = string> {
  readonly when: string
  readonly repeat: string
  readonly data: Readonly<Record<Field, string>>
}

/** A code without texts, or without a text for one of its fields, does not compile. */
type CodeWordings = { readonly [C in Code]: CodeWording<DataFieldOf<C>> }

/**
 * The texts of all codes. `docs/refusals.md`, `/openapi.json` and `/docs/api` are generated from
 * them.
 */
export function codesIn(language: Language): Readonly<Record<Code, CodeWording>> {
  const { common, trade, 'sign-in': signIn, 'trade-rules': rules } = codes[language]()
  return { ...common, ...signIn, ...trade, ...rules } satisfies CodeWordings
}

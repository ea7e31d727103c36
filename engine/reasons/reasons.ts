import type { Code, Refusal } from '../code.js'
import { reasons } from '../generated/reasons.js'
import type { KeyedText, RefusalParams } from './keyed-text.js'

/**
 * The reasons of refusals. A reason is a stable key, `<code>.<detail>`: programs and pages use it.
 * The server sends its English text, and the pages show the text in the reader's language
 * (engine/text/reasons).
 *
 *   - A key that was released keeps its meaning and the names of its parameters.
 *   - A new reason is a line in a message file of each language; the code of the refusal follows
 *     from the key. The area `field` has sentences without their subject, since a page shows them
 *     at the field; the areas `note` and `health` have the texts of `/health`.
 *   - A text that a person typed is a parameter, too.
 */
export const REASONS = {
  ...reasons.trade,
  ...reasons.conflict,
  ...reasons.server,
  ...reasons.field,
  ...reasons.auth,
  ...reasons.note,
  ...reasons.health,
} as const

export type ReasonKey = keyof typeof REASONS

/** The parameters of a reason; an empty list if its text has none. */
type Given<Key extends ReasonKey> = (typeof REASONS)[Key] extends (values: infer Values) => string
  ? [params: { readonly [Name in keyof Values]: Exclude<Values[Name], bigint> }]
  : []

export function say<Key extends ReasonKey>(reason: Key, ...[params]: Given<Key>): KeyedText {
  return saidOf(reason, params ?? {})
}

/** A text with parameters, which the compiler checks where the reason is used. */
type Made = (params: RefusalParams) => string

function saidOf(reason: ReasonKey, params: RefusalParams): KeyedText {
  const text = REASONS[reason] as string | Made
  return { message: typeof text === 'string' ? text : text(params), reason, params }
}

/** The refusal for a reason, with parameters if its text has any. */
export function because<Key extends ReasonKey>(reason: Key, ...[params]: Given<Key>): Refusal {
  return refusalOf(reason, params ?? {})
}

/** Reasons whose text is taken from a person or provider, and reasons without parameters. */
type SaidReason = Extract<ReasonKey, `${string}_text`>
type PlainReason = {
  [Key in ReasonKey]: (typeof REASONS)[Key] extends string ? Key : never
}[ReasonKey]

/**
 * A refusal with the text of a dealer, a rule or a provider, or with a default text if that is
 * empty.
 */
export function inWords(text: string, said: SaidReason, plain: PlainReason): Refusal {
  return text === '' ? refusalOf(plain, {}) : refusalOf(said, { text })
}

function refusalOf(reason: ReasonKey, params: RefusalParams): Refusal {
  const code = reason.slice(0, reason.lastIndexOf('.')) as Code
  return { ok: false, code, ...saidOf(reason, params) }
}

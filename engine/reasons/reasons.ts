import type { Code, Refusal } from '../code.js'
import { AUTH_REASONS } from './auth.js'
import { CONFLICT_REASONS } from './conflict.js'
import { FIELD_REASONS } from './field.js'
import type { KeyedText, RefusalParams } from './keyed-text.js'
import { SERVER_REASONS } from './server.js'
import { TRADE_REASONS } from './trade.js'

/**
 * The reasons of refusals. A reason is a stable key, `<code>.<detail>`: programs and pages go by it, and its text in English stands
 * here. Pages have the other languages (web/text/common/reasons-de.ts).
 *
 *   R1. A key that was released keeps its meaning and the names of its parameters.
 *   R2. A new reason is a line in one of these files; the code of the refusal follows from the key.
 */
export const REASONS = {
  ...TRADE_REASONS,
  ...CONFLICT_REASONS,
  ...SERVER_REASONS,
  ...FIELD_REASONS,
  ...AUTH_REASONS,
} as const

export type ReasonKey = keyof typeof REASONS

/** The names of the parameters in a text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type ParamsOf<Key extends ReasonKey> = Readonly<
  Record<NamesIn<(typeof REASONS)[Key]>, string | number>
>

/** The parameters of a reason; none if its text has none. */
type Given<Key extends ReasonKey> = [NamesIn<(typeof REASONS)[Key]>] extends [never]
  ? []
  : [params: ParamsOf<Key>]

/** What is wrong, in a text of a reason. */
export function say<Key extends ReasonKey>(reason: Key, ...[params]: Given<Key>): KeyedText {
  return saidOf(reason, params ?? {})
}

function saidOf(reason: ReasonKey, params: RefusalParams): KeyedText {
  return { message: filled(REASONS[reason], params), reason, params }
}

/** The refusal of a reason; its parameters follow where its text has any. */
export function because<Key extends ReasonKey>(reason: Key, ...[params]: Given<Key>): Refusal {
  return refusalOf(reason, params ?? {})
}

/** Reasons of which the whole text is given, and those that have no parts. */
type SaidReason = Extract<ReasonKey, `${string}_text`>
type PlainReason = {
  [Key in ReasonKey]: [NamesIn<(typeof REASONS)[Key]>] extends [never] ? Key : never
}[ReasonKey]

/** The refusal in the words that a dealer, a rule or a provider gave, or a plain one where there are none. */
export function inWords(text: string, said: SaidReason, plain: PlainReason): Refusal {
  return text === '' ? refusalOf(plain, {}) : refusalOf(said, { text })
}

function refusalOf(reason: ReasonKey, params: RefusalParams): Refusal {
  const code = reason.slice(0, reason.lastIndexOf('.')) as Code
  return { ok: false, code, ...saidOf(reason, params) }
}

/** A text with its parameters; a name that has none stays. */
export function filled(text: string, params: RefusalParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}

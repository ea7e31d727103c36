import type { Static, TProperties, TSchema } from 'typebox'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import { Type } from './type.js'
import { UTC_END } from './utc-time.js'

/**
 * The basic types of request and answer schemas.
 * - Every text in a request is bounded by a length, a pattern or a list of choices.
 *   `http/pipeline/route.ts` refuses unbounded schemas.
 * - `Text` is a single line; `Multiline` may contain LF, CR and TAB. Both are normalized to NFC.
 * - Numbers in paths and queries are written canonically (no sign, exponent or leading zeros) and
 *   are passed on as numbers.
 */
export type { Static, TSchema }

/**
 * The value of a schema as a read-only type, because schemas cannot express that stored data must
 * not be changed.
 */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

const says = (text: KeyedText): { readonly 'x-says': KeyedText } => ({ 'x-says': text })

export const INTEGER_MAX = Number.MAX_SAFE_INTEGER

/** A request object; unknown fields are refused. */
export function Body<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/** The arguments of an operation that takes none. */
export const NoArgs = Body({})
/** The parameters in braces in a path. */
export const Params = Body
/** The query parameters of a route. */
export const Query = Body

export function View<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties)
}

export function Optional<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema)
}

/**
 * An optional field with a default. The documents name the default and the check inserts it, so
 * handlers always have a value. In paths and queries, where numbers and flags are text, the default
 * is text too.
 */
export function Default<Schema extends TSchema>(schema: Schema, value: Static<Schema>): Schema {
  const isText = 'x-integer' in schema || 'x-flag' in schema
  const field = Type.Optional(schema)
  return Object.assign(field, { default: isText ? String(value) : value }) as unknown as Schema
}

/**
 * An object whose fields all have defaults and that may be omitted; the check inserts all of them.
 */
export function Defaults<Schema extends TSchema>(schema: Schema): Schema {
  return Object.assign(Type.Optional(schema), { default: {} }) as unknown as Schema
}

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export function List<Schema extends TSchema>(item: Schema, itemsMax: number, itemsMin = 0) {
  return Type.Array(item, { minItems: itemsMin, maxItems: itemsMax })
}

/** A list of items in an answer. */
export function Rows<Schema extends TSchema>(item: Schema) {
  return Type.Array(item)
}

/** A page of a list; `total` counts all matches. */
export function PageOf<Schema extends TSchema>(item: Schema) {
  return View({ items: Rows(item), page: Type.Integer(), total: Type.Integer() })
}

/** A single line of text with at most `max` characters. */
export function Text(max: number, min = 0) {
  return Type.String({ minLength: min, maxLength: max, 'x-text': 'line' })
}

/** A text that may contain LF, CR and TAB. */
export function Multiline(max: number, min = 0) {
  return Type.String({ minLength: min, maxLength: max, 'x-text': 'multiline' })
}

/** A text in an answer, without limits. */
export const AnyText = Type.String()

/**
 * A field that is accepted and ignored, because answers contain it. Only the size of the body
 * limits it.
 */
export const IgnoredField = Type.Unsafe<unknown>({ description: 'Ignored.' })

export function Choice<const Names extends readonly string[]>(names: Names) {
  return Type.Unsafe<Names[number]>({
    type: 'string',
    enum: [...names],
    ...says(say('field.one_of', { choices: names.join(', ') })),
  })
}

export const Flag = Type.Boolean()

export function Int(min: number, max: number = INTEGER_MAX) {
  return Type.Integer({ minimum: min, maximum: max })
}

/** A measured value that is not used in calculations of money. */
export const Figure = Type.Number({ minimum: 0 })

export const Login = Int(1)
export const Id = Int(1)
export const Version = Int(1)

/** An exact decimal as text, for money, prices and volumes. */
export const Decimal = Type.String({
  pattern: '^-?(0|[1-9]\\d{0,17})(\\.\\d{1,12})?$',
  examples: ['12.50'],
  ...says(say('field.decimal')),
})

export const DecimalUnsigned = Type.String({
  pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{1,12})?$',
  examples: ['12.50'],
  ...says(say('field.decimal_positive')),
})

/** An RFC 3339 time in UTC, which ends in `Z` or `+00:00`. */
export const Time = Type.String({
  pattern: `^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?${UTC_END}$`,
  'x-time': true,
  examples: ['2026-01-31T09:30:00Z'],
  ...says(say('field.time')),
})

/** A time, or a whole day in server time. */
export const TimeOrDay = Type.String({
  pattern: `^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?${UTC_END})?$`,
  examples: ['2026-01-31', '2026-01-31T09:30:00Z'],
  ...says(say('field.time_or_day')),
})

export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  examples: ['0b5a4c0e-6a51-4b3f-9d0a-3f1c2d4e5f60'],
  ...says(say('field.uuid')),
})

/** A 64-bit sequence number, sent as text. */
export const Seq = Type.String({
  pattern: '^(0|[1-9]\\d{0,18})$',
  examples: ['120'],
  ...says(say('field.whole_text')),
})

/** A path of non-empty segments separated by backslashes. */
export const GroupPath = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\\\*,!]+(\\\\[^\\\\*,!]+)*$',
  examples: ['real\\standard'],
  'x-text': 'line',
  ...says(say('field.group_path')),
})

/** A group path in which `*` matches any characters. */
export const GroupMask = Text(128, 1)

/** Addresses and networks. Their actual limit applies after duplicates have been removed. */
export const AddressPrefixes = List(Text(64, 1), 1024)

/** An integer in a path or query; the handler gets a number. */
export function NumberText(min: number, max: number = INTEGER_MAX) {
  return Type.Unsafe<number>({
    type: 'string',
    pattern: '^(0|[1-9]\\d{0,15})$',
    'x-integer': { minimum: min, maximum: max },
    ...says(
      max === INTEGER_MAX
        ? say('field.whole_min', { min })
        : say('field.whole_range', { min, max }),
    ),
  })
}

/** A signed integer in a query, for routes that limit it themselves. */
export const AnyWholeText = Type.Unsafe<number>({
  type: 'string',
  pattern: '^(0|-?[1-9]\\d{0,14})$',
  'x-integer': { minimum: -INTEGER_MAX, maximum: INTEGER_MAX },
  ...says(say('field.whole')),
})

/** `true` or `false` in a query; the handler gets a boolean. */
export const FlagText = Type.Unsafe<boolean>({
  type: 'string',
  enum: ['true', 'false'],
  'x-flag': true,
  ...says(say('field.truth')),
})

export const LoginText = NumberText(1)
export const IdText = NumberText(1)
/** The page number of a list, starting at 1. */
export const Page = NumberText(1, 1_000_000)

export function Limit(max = 1000) {
  return NumberText(1, max)
}

/** A binary body with a type of the route's `bodyMedia`, checked by its handler. */
export const Bytes = Type.Unsafe<Uint8Array>({ 'x-bytes': true })

/** The schema of missing params, query, body or data. */
export const Nothing = Type.Null()
export type Nothing = typeof Nothing

/** Texts by name. The kind defines further limits. */
export const TextMap = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 1024, 'x-text': 'line' },
  maxProperties: 64,
})

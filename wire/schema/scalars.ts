import type { Static, TProperties, TSchema } from 'typebox'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import { UTC_END } from '../check/time-text.js'
import { Type } from './type.js'

/**
 * The words that request and answer schemas are made of.
 *   W1. Every string that comes in is bounded: a length, a pattern or a choice. `http/pipeline/route.ts`
 *       refuses a schema that leaves one open.
 *   W2. `Text` is one line, `Multiline` may hold LF, CR and TAB; both arrive NFC-normalised.
 *   W3. Numbers in a path or a query are written canonically (no sign, no exponent, no leading
 *       zero) and arrive as numbers.
 */
export type { Static, TSchema }

/** A schema's value as those see it who may not change it: what is stored is read-only, and schemas do not say so. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

const says = (text: KeyedText): { readonly 'x-says': KeyedText } => ({ 'x-says': text })

export const INTEGER_MAX = Number.MAX_SAFE_INTEGER

/** An object that comes in: unknown fields are refused. */
export function Body<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/** The parameters between braces in a path. */
export const Params = Body
/** The query parameters that a route lists. */
export const Query = Body

/** An object that goes out. */
export function View<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties)
}

export function Optional<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema)
}

/**
 * A field that may be left out and is `value` then: documents say so, and the check puts it in, so that handlers have it
 * always. In a path or a query numbers and flags are text on their way in, and so is their default.
 */
export function Default<Schema extends TSchema>(schema: Schema, value: Static<Schema>): Schema {
  const isText = 'x-integer' in schema || 'x-flag' in schema
  const field = Type.Optional(schema)
  return Object.assign(field, { default: isText ? String(value) : value }) as unknown as Schema
}

/** Fields that all have defaults, which may be left out as a whole: the check puts each of them in. */
export function Defaults<Schema extends TSchema>(schema: Schema): Schema {
  return Object.assign(Type.Optional(schema), { default: {} }) as unknown as Schema
}

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export function List<Schema extends TSchema>(item: Schema, itemsMax: number, itemsMin = 0) {
  return Type.Array(item, { minItems: itemsMin, maxItems: itemsMax })
}

/** An array that goes out; its length is bounded by what it lists. */
export function Rows<Schema extends TSchema>(item: Schema) {
  return Type.Array(item)
}

/** Paged lists: `total` counts every match. */
export function PageOf<Schema extends TSchema>(item: Schema) {
  return View({ items: Rows(item), page: Type.Integer(), total: Type.Integer() })
}

/** One line of text, `max` characters at most. */
export function Text(max: number, min = 0) {
  return Type.String({ minLength: min, maxLength: max, 'x-text': 'line' })
}

/** Text that may hold LF, CR and TAB. */
export function Multiline(max: number, min = 0) {
  return Type.String({ minLength: min, maxLength: max, 'x-text': 'multiline' })
}

/** Text that goes out. */
export const AnyText = Type.String()

/** Taken whatever it holds, because an answer has it, and not looked at; bounded by the body's size. */
export const Ignored = Type.Unsafe<unknown>({ description: 'Ignored.' })

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

/** A measured figure, which no money hangs on. */
export const Figure = Type.Number({ minimum: 0 })

export const Login = Int(1)
export const Id = Int(1)
export const Version = Int(1)

/** An exact number as text: money, prices, volumes. */
export const Decimal = Type.String({
  pattern: '^-?(0|[1-9]\\d{0,17})(\\.\\d{1,12})?$',
  examples: ['12.50'],
  ...says(say('field.decimal')),
})

/** A decimal that is not negative. */
export const DecimalUnsigned = Type.String({
  pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{1,12})?$',
  examples: ['12.50'],
  ...says(say('field.decimal_positive')),
})

/** RFC 3339 in UTC, which ends in `Z` or `+00:00`. */
export const Time = Type.String({
  pattern: `^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?${UTC_END}$`,
  'x-time': true,
  examples: ['2026-01-31T09:30:00Z'],
  ...says(say('field.time')),
})

/** A time, or a whole day on the server's clock. */
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

/** A sequence number: 64 bits as text. */
export const Seq = Type.String({
  pattern: '^(0|[1-9]\\d{0,18})$',
  examples: ['120'],
  ...says(say('field.whole_text')),
})

/** Segments separated by a backslash, none empty. */
export const GroupPath = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\\\*,!]+(\\\\[^\\\\*,!]+)*$',
  examples: ['real\\standard'],
  'x-text': 'line',
  ...says(say('field.group_path')),
})

/** A group path in which `*` stands for any run of characters. */
export const GroupMask = Text(128, 1)

/** Addresses and networks. How many there may be is counted after repeats are dropped. */
export const AddressPrefixes = List(Text(64, 1), 1024)

/** A whole number in a path or a query; the handler gets it as a number. */
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

/** A whole number of either sign in a query, for routes that bring it into their bounds themselves. */
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
/** `page` of a list, 1-based. */
export const Page = NumberText(1, 1_000_000)

export function Limit(max = 1000) {
  return NumberText(1, max)
}

/** The body is bytes of one of the route's `bodyMedia`, checked by its handler. */
export const Bytes = Type.Unsafe<Uint8Array>({ 'x-bytes': true })

/** Placeholder of a route without params, query, body or data. */
export const Nothing = Type.Null()
export type Nothing = typeof Nothing

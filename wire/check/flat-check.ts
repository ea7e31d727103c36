import type { Fault, KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import type { TSchema } from '../types/scalars.js'
import { isTime } from '../types/utc-time.js'
import { type TextKind, tidyText } from './clean-text.js'
import {
  FIELDS_MAX,
  joinedPath,
  mistake,
  THOROUGH_BYTES_MAX,
  UNKNOWN_NAME_MAX,
} from './field-mistakes.js'

/**
 * Compiles a check from the schema of a flat object, such as the body of a trade frame. Shard
 * threads use it because loading the general validator (wire/check/validate.ts) would take longer
 * than everything else at their start.
 * - It returns the same errors as `findErrors` for the same schema, and normalizes valid values in
 *   the same way (test/wire/check/flat-check.test.ts).
 * - It throws for a schema with an unknown keyword.
 */
export type FlatCheck = (value: unknown, sizeBytes: number) => readonly Fault[] | null

type Values = Record<string, unknown>
/** Checks `values[name]`. Returns null or the error. */
type FieldCheck = (value: unknown, values: Values, name: string) => KeyedText | null

interface Shape {
  readonly type?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: boolean
  readonly enum?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
  readonly 'x-text'?: TextKind
  readonly 'x-time'?: boolean
  readonly 'x-says'?: KeyedText
}

const OBJECT_WORDS = ['type', 'required', 'properties', 'additionalProperties']
const TEXT_WORDS = [
  'enum',
  'minLength',
  'maxLength',
  'pattern',
  'examples',
  'x-text',
  'x-time',
  'x-says',
]
const INTEGER_WORDS = ['minimum', 'maximum', 'x-says']

export function flatCheck(schema: TSchema): FlatCheck {
  const shape = schema as Shape
  refuseUnknownWords(shape, OBJECT_WORDS)
  if (shape.additionalProperties !== false) throw new Error('a flat check knows all its fields')
  const required = shape.required ?? []
  const fields = new Map<string, FieldCheck>()
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    fields.set(name, fieldCheck(field))
  }

  const fits = (values: Values): boolean => {
    for (const name of required) if (!holds(values, name)) return false
    for (const name of Object.keys(values)) {
      const check = fields.get(name)
      if (check === undefined) return false
      const value = values[name]
      if (value !== undefined && check(value, values, name) !== null) return false
    }
    return true
  }

  function* mistakes(values: Values): Generator<readonly [name: string, said: KeyedText | null]> {
    for (const name of required) {
      if (!holds(values, name)) yield [name, mistake('required', name)]
    }
    for (const name of Object.keys(values)) {
      if (fields.has(name)) continue
      yield [name.slice(0, UNKNOWN_NAME_MAX), mistake('additionalProperties', name)]
    }
    for (const [name, check] of fields) {
      if (holds(values, name)) yield [name, check(values[name], values, name)]
    }
  }

  return (value, sizeBytes) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [{ path: '', ...wrongType('object') }]
    }
    const values = value as Values
    if (fits(values)) return null
    const found = new Map<string, Fault>()
    const foundMax = sizeBytes <= THOROUGH_BYTES_MAX ? FIELDS_MAX : 1
    for (const [name, said] of mistakes(values)) {
      const path = joinedPath('', name)
      if (said !== null && !found.has(path)) found.set(path, { path, ...said })
      if (found.size === foundMax) break
    }
    return [...found.values()]
  }
}

function holds(values: Values, name: string): boolean {
  return values[name] !== undefined && Object.hasOwn(values, name)
}

function fieldCheck(shape: Shape): FieldCheck {
  if (shape.type === 'string') return textCheck(shape)
  if (shape.type === 'integer') return integerCheck(shape)
  if (shape.type === 'boolean') return flagCheck(shape)
  throw new Error(`a flat check knows no type ${shape.type}`)
}

function textCheck(shape: Shape): FieldCheck {
  refuseUnknownWords(shape, ['type', ...TEXT_WORDS])
  const says = shape['x-says']
  const kind = shape['x-text']
  const choices = shape.enum === undefined ? undefined : new Set(shape.enum)
  const pattern = shape.pattern === undefined ? undefined : new RegExp(shape.pattern, 'u')
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = shape
  const wrong = (keyword: keyof Shape): KeyedText =>
    mistake(keyword, shape[keyword], says) ?? say('field.not_valid')
  return (value, values, name) => {
    if (typeof value !== 'string') return wrong('type')
    if (choices !== undefined && !choices.has(value)) return wrong('enum')
    let text = value
    if (kind !== undefined) {
      const tidy = tidyText(value, kind)
      if (tidy === undefined) return wrong('x-text')
      if (tidy !== value) {
        text = tidy
        values[name] = tidy
      }
    }
    // UTF-16 units are at least as many as characters and at most twice as many, so counting is
    // mostly unnecessary.
    if (text.length > maxLength && characters(text) > maxLength) return wrong('maxLength')
    if (text.length < 2 * minLength && characters(text) < minLength) return wrong('minLength')
    if (pattern !== undefined && !pattern.test(text)) return wrong('pattern')
    return shape['x-time'] === true && !isTime(text) ? wrong('x-time') : null
  }
}

function integerCheck(shape: Shape): FieldCheck {
  refuseUnknownWords(shape, ['type', ...INTEGER_WORDS])
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = shape
  const wrong = (keyword: keyof Shape): KeyedText =>
    mistake(keyword, shape[keyword], shape['x-says']) ?? say('field.not_valid')
  return (value) => {
    if (!Number.isInteger(value)) return wrong('type')
    if ((value as number) > maximum) return wrong('maximum')
    return (value as number) < minimum ? wrong('minimum') : null
  }
}

function flagCheck(shape: Shape): FieldCheck {
  refuseUnknownWords(shape, ['type'])
  return (value) => (typeof value === 'boolean' ? null : wrongType('boolean'))
}

function wrongType(type: string): KeyedText {
  return mistake('type', type) ?? say('field.not_valid')
}

function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function refuseUnknownWords(shape: Shape, known: readonly string[]): void {
  for (const word of Object.keys(shape)) {
    if (!known.includes(word)) throw new Error(`a flat check does not know ${word}`)
  }
}

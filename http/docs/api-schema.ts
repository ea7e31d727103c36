import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { bodyDefaults } from '../../wire/schema/body-defaults.js'
import type { TSchema } from '../../wire/types/scalars.js'
import { isOptional } from '../../wire/types/type.js'
import { type FieldPlace, placeWithin, sentenceOf } from './field-sentences.js'

/** A plain JSON Schema as it appears in the API documents. */
export interface ApiSchema {
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: ApiSchema
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly ApiSchema[]
  readonly examples?: readonly unknown[]
  readonly [keyword: string]: unknown
}

/**
 * Replaces a schema by a reference to its shared definition. `to` returns undefined for a schema
 * that has to be written inline.
 */
export interface ShapeReferences {
  /** Whether a description may be written next to a reference, or only around it. */
  readonly takesWords: boolean
  /** Whether the document format supports discriminators for unions. */
  readonly discriminates: boolean
  to(schema: object, place: FieldPlace | null): ApiSchema | undefined
}

const NO_REFERENCES: ShapeReferences = {
  takesWords: true,
  discriminates: false,
  to: () => undefined,
}

/**
 * Converts an internal schema to a standard one. A query parameter that is text on the wire but
 * holds an integer becomes an integer. Fields get descriptions if `place` is given.
 */
export function apiSchema(
  schema: TSchema,
  place: FieldPlace | null = null,
  references: ShapeReferences = NO_REFERENCES,
): ApiSchema {
  return new Standard(references).of(schema, place)
}

/** The definition of a shared schema, written inline at the top level. */
export function shapeSchema(
  shape: object,
  place: FieldPlace | null,
  references: ShapeReferences,
): ApiSchema {
  return new Standard(references).whole(shape as Shape, place)
}

/**
 * Regular expression features that Python's `re` or RE2 do not support. Such rules are explained in
 * the description instead of a pattern.
 */
const JAVASCRIPT_ONLY = /\(\?(?!:)|\\p\{|\[\^\]/

type Shape = Readonly<Record<string, unknown>>

class Standard {
  readonly #references: ShapeReferences

  constructor(references: ShapeReferences) {
    this.#references = references
  }

  of(schema: object, place: FieldPlace | null): ApiSchema {
    return this.#references.to(schema, place) ?? this.whole(schema as Shape, place)
  }

  whole(shape: Shape, place: FieldPlace | null): ApiSchema {
    if (shape['x-bytes'] === true) return { type: 'string', format: 'binary' }
    if (shape['x-integer'] !== undefined) {
      return { type: 'integer', ...(shape['x-integer'] as object), ...described(shape) }
    }
    if (shape['x-flag'] === true) return { type: 'boolean' }
    const within = place === null ? null : placeWithin(shape, place)
    const plain: Record<string, unknown> = {}
    for (const [keyword, inner] of Object.entries(shape)) {
      if (keyword === 'pattern' && JAVASCRIPT_ONLY.test(String(inner))) continue
      if (!keyword.startsWith('x-')) plain[keyword] = this.#keyword(keyword, inner, within, shape)
    }
    if (shape['x-time'] === true) plain['format'] = 'date-time'
    const field = shape['x-discriminator']
    if (typeof field === 'string' && this.#references.discriminates) {
      plain['discriminator'] = this.#discriminator(field, shape['anyOf'] as readonly ApiSchema[])
    }
    return { ...described(shape), ...plain }
  }

  /** The discriminator of a union: the field, and the schema for each of its values. */
  #discriminator(propertyName: string, shapes: readonly ApiSchema[]): object {
    const mapping = shapes.flatMap((shape) => {
      const reference = this.#references.to(shape, null)?.['$ref']
      return reference === undefined ? [] : [[shape.properties?.[propertyName]?.const, reference]]
    })
    return { propertyName, mapping: Object.fromEntries(mapping) }
  }

  #keyword(keyword: string, inner: unknown, place: FieldPlace | null, shape: Shape): unknown {
    switch (keyword) {
      case 'properties':
        return this.#fields(inner as Readonly<Record<string, object>>, place, bodyDefaults(shape))
      case 'patternProperties':
        return mapped(inner as Readonly<Record<string, object>>, (one) => this.of(one, place))
      case 'anyOf':
        return (inner as readonly object[]).map((one) => this.of(one, place))
      case 'items':
      case 'additionalProperties':
        return typeof inner === 'object' ? this.of(inner as object, place) : inner
      default:
        return inner
    }
  }

  /** The schemas of fields. The description of the field precedes the description of its type. */
  #fields(
    properties: Readonly<Record<string, object>>,
    place: FieldPlace | null,
    defaults: Shape,
  ): Record<string, ApiSchema> {
    return mapped(properties, (one, name) => {
      const field = { ...this.of(one, place), ...defaultOf(one as Shape, defaults[name]) }
      const sentence = place === null ? undefined : sentenceOf(place, name)
      const said = [sentence, field.description].filter((text) => text !== undefined)
      if (said.length === 0) return field
      const isReference = '$ref' in field && !this.#references.takesWords
      return { ...(isReference ? { allOf: [field] } : field), description: said.join(' ') }
    })
  }
}

function mapped<From, To>(
  values: Readonly<Record<string, From>>,
  made: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, one]) => [name, made(one, name)]))
}

/** The default of an optional field: its own, or the one from the body's defaults. */
function defaultOf(field: Shape, outer: unknown): { default?: unknown } {
  const own = field['default']
  if (own === undefined) return outer !== undefined && isOptional(field) ? { default: outer } : {}
  if (field['x-integer'] !== undefined) return { default: Number(own) }
  return { default: field['x-flag'] === true ? own === 'true' : own }
}

function described(shape: Shape): { description?: string } {
  const { description, 'x-says': says } = shape
  if (typeof description === 'string') return { description }
  if (says === undefined) return {}
  const text = (says as KeyedText).message.replace(/^must be /, '')
  return { description: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` }
}

/** A valid value for the schema, for routes without an example. */
export function sampleOf(schema: ApiSchema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {})
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sampleOf(one)]),
      )
    case 'array': {
      const count = Math.max(1, schema.minItems ?? 0)
      return Array.from({ length: count }, () => sampleOf(schema.items ?? {}))
    }
    case 'string':
      return sampleText(schema)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return null
  }
}

function sampleText(schema: ApiSchema): string {
  const text = 'text'.padEnd(schema.minLength ?? 0, 't')
  return text.slice(0, schema.maxLength)
}

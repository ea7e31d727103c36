import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { bodyDefaults } from '../../wire/schema/body-defaults.js'
import type { TSchema } from '../../wire/schema/scalars.js'
import { isOptional } from '../../wire/schema/type.js'
import { type FieldPlace, placeWithin, sentenceOf } from './field-sentences.js'

/** A plain JSON Schema, as documents show it. */
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

/** Refers to shapes that a document tells elsewhere, once; undefined for what has to stand in its place. */
export interface ShapeReferences {
  /** Whether a description may stand beside a reference, or only around it. */
  readonly takesWords: boolean
  /** Whether the document names the field by which the shapes of a union differ. */
  readonly discriminates: boolean
  to(schema: object, place: FieldPlace | null): ApiSchema | undefined
}

const NO_REFERENCES: ShapeReferences = {
  takesWords: true,
  discriminates: false,
  to: () => undefined,
}

/**
 * The schema a client needs: our own keywords become standard ones. A number in a query is text on
 * the wire, and an integer in the document. Fields have their words where their place is given.
 */
export function apiSchema(
  schema: TSchema,
  place: FieldPlace | null = null,
  references: ShapeReferences = NO_REFERENCES,
): ApiSchema {
  return new Standard(references).of(schema, place)
}

/** The schema of a shape that others refer to: it stands here itself. */
export function shapeSchema(
  shape: object,
  place: FieldPlace | null,
  references: ShapeReferences,
): ApiSchema {
  return new Standard(references).whole(shape as Shape, place)
}

/** Look-around and classes by Unicode property, which Python's `re` or RE2 refuses. The description tells such a rule. */
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

  /** The field that tells the shapes of a union apart, with the shape of each of its values. */
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

  /** The schemas of fields; the sentence about a field's name goes before the description of its type. */
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

/** The default of a field that may be left out: its own, or what its body's fields start from. */
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

/** A value that fits `schema`, for routes that bring no example of their own. */
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

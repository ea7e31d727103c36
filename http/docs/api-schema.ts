import type { TSchema } from '../../wire/schema/scalars.js'
import type { FieldSentence } from './field-sentences.js'

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

/**
 * The schema a client needs: our own keywords become standard ones. A number in a query is text on
 * the wire, and an integer in the document.
 */
export function apiSchema(schema: TSchema, sentence: FieldSentence = () => undefined): ApiSchema {
  return standard(schema, sentence) as ApiSchema
}

function standard(value: unknown, sentence: FieldSentence): unknown {
  if (Array.isArray(value)) return value.map((one) => standard(one, sentence))
  if (typeof value !== 'object' || value === null) return value
  const shape = value as Record<string, unknown>
  if (shape['x-bytes'] === true) return { type: 'string', format: 'binary' }
  if (shape['x-integer'] !== undefined) {
    return { type: 'integer', ...(shape['x-integer'] as object), ...described(shape) }
  }
  if (shape['x-flag'] === true) return { type: 'boolean' }
  const plain: Record<string, unknown> = {}
  for (const [keyword, inner] of Object.entries(shape)) {
    if (keyword.startsWith('x-')) continue
    // A name inside `properties` is that of a property, and stays even where it is also a keyword.
    plain[keyword] =
      keyword === 'properties' ? mapped(inner as object, sentence) : standard(inner, sentence)
  }
  if (shape['x-time'] === true) plain['format'] = 'date-time'
  return { ...described(shape), ...plain }
}

/** The schemas of fields; the sentence about a field's name goes before the description of its type. */
function mapped(properties: object, sentence: FieldSentence): Record<string, unknown> {
  const entries = Object.entries(properties).map(([name, one]) => {
    const field = standard(one, sentence) as ApiSchema
    const said = [sentence(name), field.description].filter((text) => text !== undefined)
    return [name, said.length === 0 ? field : { ...field, description: said.join(' ') }]
  })
  return Object.fromEntries(entries)
}

function described(shape: Record<string, unknown>): { description?: string } {
  const { description, 'x-says': says } = shape
  if (typeof description === 'string') return { description }
  if (typeof says !== 'string') return {}
  const text = says.replace(/^must be /, '')
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

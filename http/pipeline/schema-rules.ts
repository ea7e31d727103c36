import type { TSchema } from '../../wire/types/scalars.js'

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: boolean | Shape
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly maxProperties?: number
  readonly items?: Shape
  readonly maxItems?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
}

/** Lists the places where an input schema allows unknown fields or unbounded values. */
export function openEnds(schema: TSchema, at: string): string[] {
  return find(schema as Shape, at)
}

/**
 * The most fields, list items and objects that the schema allows, counted together. A value of any
 * type counts as none.
 */
export function partsOf(schema: TSchema): number {
  return count(schema as Shape)
}

function count(shape: Shape): number {
  if (shape.anyOf !== undefined) return Math.max(...shape.anyOf.map(count))
  if (shape.type === 'array') return 1 + (shape.maxItems ?? 0) * count(shape.items ?? {})
  if (shape.type !== 'object') return 0
  const named = Object.values(shape.properties ?? {})
  const { additionalProperties: others } = shape
  const kinds = Object.values(shape.patternProperties ?? {})
  if (typeof others === 'object') kinds.push(others)
  const ofMap = (shape.maxProperties ?? 0) * Math.max(0, ...kinds.map((one) => 1 + count(one)))
  return 1 + named.reduce((sum, one) => sum + 1 + count(one), 0) + ofMap
}

/**
 * True if the schema accepts values of any shape somewhere, so that their parts cannot be counted.
 */
export function takesAnyValue(schema: TSchema): boolean {
  return isAnywhereOpen(schema as Shape)
}

function isAnywhereOpen(shape: Shape): boolean {
  const { type, anyOf, enum: values, properties = {}, patternProperties = {}, items } = shape
  const { additionalProperties: others } = shape
  if (anyOf !== undefined) return anyOf.some(isAnywhereOpen)
  if (type === undefined) return values === undefined && shape.const === undefined
  if (type === 'array') return isAnywhereOpen(items ?? {})
  if (type !== 'object') return false
  const inside = [...Object.values(properties), ...Object.values(patternProperties)]
  if (typeof others === 'object') inside.push(others)
  return inside.some(isAnywhereOpen)
}

function find(shape: Shape, at: string): string[] {
  if (shape.anyOf !== undefined) return shape.anyOf.flatMap((one) => find(one, at))
  if (shape.type === 'string') {
    const bounded = shape.maxLength ?? shape.pattern ?? shape.enum ?? shape.const
    return bounded === undefined ? [`${at} is text without a bound`] : []
  }
  if (shape.type === 'array') {
    const endless = shape.maxItems === undefined ? [`${at} is a list without a bound`] : []
    return [...endless, ...find(shape.items ?? {}, `${at}[]`)]
  }
  if (shape.type !== 'object') return []
  const inside = Object.entries(shape.properties ?? {})
  const named = inside.flatMap(([name, one]) => find(one, `${at}.${name}`))
  const isMap =
    shape.patternProperties !== undefined || typeof shape.additionalProperties === 'object'
  if (isMap && shape.maxProperties === undefined) named.push(`${at} is a map without a bound`)
  if (!isMap && shape.additionalProperties !== false) named.push(`${at} takes unknown fields`)
  return named
}

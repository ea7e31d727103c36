import t from 'tap'
import { catalog } from '../../../http/catalog.js'
import { asyncApiDocument } from '../../../http/docs/asyncapi.js'
import { type FieldPlace, placeWithin, sentenceOf } from '../../../http/docs/field-sentences.js'
import { openApiDocument } from '../../../http/docs/openapi.js'
import { shapeName } from '../../../http/docs/shapes.js'
import { STAFF_OPS } from '../../../http/socket/staff/staff-catalog.js'
import { STAFF_EVENTS } from '../../../wire/schema/live/staff-events.js'
import { TRADER_EVENTS, TRADER_OPS } from '../../../wire/schema/live/trader-socket.js'
import { whole } from '../../given/whole.js'

// What both documents refer to is there, once, and is told the same everywhere.

type Json = { readonly [name: string]: Json }
type Components = Readonly<Record<string, Readonly<Record<string, object>>>>

/** The documents, and the characters that neither may come to: without names OpenAPI was of 2.9 million. */
const DOCUMENTS = [
  { name: 'OpenAPI', text: whole(openApiDocument(catalog, '1')), charactersMax: 1_500_000 },
  { name: 'AsyncAPI', text: whole(asyncApiDocument(STAFF_OPS, '1')), charactersMax: 243_000 },
]

/** A schema without a name has no more characters, words not counted, where it stands a second time. */
const REPEATED_MAX = 280

/** Shapes that are equal and mean different things; each has words of its own. */
const MEANT_APART = [['DatafeedTranslation', 'GatewayTranslation']]

for (const { name, text, charactersMax } of DOCUMENTS) {
  const document = JSON.parse(text) as Json
  const components = document['components'] as unknown as Components

  t.test(`${name}: what is referred to is there, and what is there is referred to`, async (t) => {
    const found = text.matchAll(/"\$ref":"#\/([^"]+)"/g)
    const references = new Set([...found].map(([, reference = '']) => reference))
    const at = (reference: string): unknown =>
      reference.split('/').reduce<Json | undefined>((node, part) => node?.[part], document)
    t.same(
      [...references].filter((reference) => at(reference) === undefined),
      [],
    )
    const named = Object.entries(components).flatMap(([kind, shapes]) =>
      Object.keys(shapes).map((shape) => `components/${kind}/${shape}`),
    )
    const unused = named.filter((one) => !references.has(one))
    t.same(
      unused.filter((one) => !one.startsWith('components/securitySchemes/')),
      [],
    )
  })

  t.test(`${name}: names are words, and no two shapes are the same`, async (t) => {
    const schemas = components['schemas'] ?? {}
    for (const shape of Object.keys(schemas)) t.match(shape, /^[A-Z][A-Za-z]+$/)
    const byShape = new Map<string, string[]>()
    for (const [shape, schema] of Object.entries(schemas)) {
      const key = withoutWords(schema)
      byShape.set(key, [...(byShape.get(key) ?? []), shape])
    }
    const equal = [...byShape.values()].filter((names) => names.length > 1)
    t.same(
      equal.filter((names) => !MEANT_APART.some((apart) => apart.join() === names.join())),
      [],
    )
  })

  t.test(`${name}: no schema of some size stands twice without a name`, async (t) => {
    const places = new Map<string, string[]>()
    const visit = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null) return
      const isNamed = /^components\/(schemas|messages)\/[^/]+$/.test(place)
      if ('properties' in node && !isNamed) {
        const key = withoutWords(node)
        places.set(key, [...(places.get(key) ?? []), place])
      }
      for (const [part, inner] of Object.entries(node)) {
        if (part !== 'example' && part !== 'examples')
          visit(inner, place === '' ? part : `${place}/${part}`)
      }
    }
    visit(document, '')
    const repeated = [...places].filter(([key, at]) => key.length > REPEATED_MAX && at.length > 1)
    t.same(
      repeated.map(([, at]) => at),
      [],
    )
  })

  t.test(`${name}: it stays small`, async (t) => {
    t.comment(`${text.length} characters`)
    t.ok(text.length < charactersMax, `${text.length}`)
  })
}

/** A schema as text, without what people read. */
function withoutWords(schema: object): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    (name === 'description' && typeof value === 'string') || name === 'examples'
      ? undefined
      : value,
  )
}

interface Told {
  readonly declared: string
  readonly sentences: Map<string, Set<string | undefined>>
}

t.test('a shape is told in the same words wherever it stands', async (t) => {
  const shapes = new Map<string, Told>()
  const visit = (schema: unknown, place: FieldPlace, around: Told | null): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, items, anyOf = [], additionalProperties } = schema as Shape
    const name = shapeName(schema)
    const within = placeWithin(schema, place)
    const told =
      name === undefined ? around : (shapes.get(name) ?? { declared: name, sentences: new Map() })
    if (name !== undefined && told !== null) shapes.set(name, told)
    for (const [field, one] of Object.entries(properties)) {
      const sentences = told?.sentences.get(field) ?? new Set()
      told?.sentences.set(field, sentences.add(sentenceOf(within, field)))
      visit(one, within, told)
    }
    for (const one of [items, additionalProperties, ...anyOf]) visit(one, within, told)
  }
  for (const { tag, body, data } of catalog) {
    visit(body, { tag, part: 'body' }, null)
    visit(data, { tag, part: 'data' }, null)
  }
  for (const { args, data } of [...Object.values(TRADER_OPS), ...Object.values(STAFF_OPS)]) {
    visit(args, { tag: 'live', part: 'body' }, null)
    visit(data, { tag: 'live', part: 'data' }, null)
  }
  for (const { data } of [...Object.values(TRADER_EVENTS), ...Object.values(STAFF_EVENTS)]) {
    visit(data, { tag: 'live', part: 'data' }, null)
  }
  t.ok(shapes.size > 200)
  const many = [...shapes].flatMap(([name, { sentences }]) =>
    [...sentences].filter(([, said]) => said.size > 1).map(([field]) => `${name}.${field}`),
  )
  t.same(many, [], 'name its home in http/docs/field-sentences.ts')
})

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: unknown
  readonly anyOf?: readonly unknown[]
  readonly additionalProperties?: unknown
}

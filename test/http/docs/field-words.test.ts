import t from 'tap'
import { catalog } from '../../../http/catalog.js'
import { type FieldPlace, placeWithin } from '../../../http/docs/field-sentences.js'
import { STAFF_OPS } from '../../../http/socket/staff/staff-catalog.js'
import { STAFF_EVENTS } from '../../../wire/schema/live/staff-events.js'
import { TRADER_EVENTS, TRADER_OPS } from '../../../wire/schema/live/trader-socket.js'
import { type FieldPart, fieldWording } from '../../../wire/words/fields.js'
import { valuesIn } from '../../../wire/words/values.js'

// Whatever the contract has says what it is, in each language.

const PARTS: readonly FieldPart[] = ['params', 'query', 'body', 'data']

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly enum?: readonly unknown[]
  readonly [keyword: string]: unknown
}

type Tell = (place: FieldPlace, name: string, values: readonly string[]) => void

/** Each field of a schema where its words are, with the texts that it may be. */
function eachField(schema: unknown, place: FieldPlace, tell: Tell): void {
  if (typeof schema !== 'object' || schema === null) return
  const shape = schema as Shape
  const own = placeWithin(schema, place)
  for (const [name, one] of Object.entries(shape.properties ?? {})) tell(own, name, valuesOf(one))
  const within = [shape['items'], shape['additionalProperties']]
  const ways = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (shape[word] as unknown[]) ?? [])
  for (const one of [...Object.values(shape.properties ?? {}), ...within, ...ways]) {
    eachField(one, own, tell)
  }
}

function valuesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: own = [], anyOf = [], items } = schema as Shape & { readonly anyOf?: unknown[] }
  return [
    ...own.filter((value) => typeof value === 'string'),
    ...anyOf.flatMap(valuesOf),
    ...valuesOf(items),
  ]
}

function eachOfAll(tell: Tell): void {
  for (const route of catalog) {
    for (const part of PARTS) eachField(route[part], { tag: route.tag, part }, tell)
  }
  for (const { args, data } of [...Object.values(TRADER_OPS), ...Object.values(STAFF_OPS)]) {
    eachField(args, { tag: 'live', part: 'body' }, tell)
    eachField(data, { tag: 'live', part: 'data' }, tell)
  }
  for (const { data } of [...Object.values(TRADER_EVENTS), ...Object.values(STAFF_EVENTS)]) {
    eachField(data, { tag: 'live', part: 'data' }, tell)
  }
}

t.test('every field of a request, answer and frame has words', async (t) => {
  const missing = new Set<string>()
  eachOfAll(({ tag, part }, name) => {
    if (fieldWording('en', tag, part, name) === undefined) missing.add(`${tag} ${part}.${name}`)
  })
  t.same([...missing].sort(), [])
})

t.test('every value that a field may have has words', async (t) => {
  const missing = new Set<string>()
  const words = valuesIn('en')
  eachOfAll((_, name, values) => {
    for (const value of values) {
      const isSaid = words[`${name}.${value}`] ?? words[value]
      if (value !== '' && isSaid === undefined) missing.add(`${name}.${value}`)
    }
  })
  t.same([...missing].sort(), [])
})

t.test('words have a label and one sentence that says more than the label', async (t) => {
  const wrong: string[] = []
  eachOfAll(({ tag, part }, name) => {
    for (const language of ['en', 'de'] as const) {
      const { label, text } = fieldWording(language, tag, part, name) ?? { label: '', text: '' }
      const isSentence = /^\S.*\.$/.test(text)
      const isSame = text.replace(/^(The|Der|Die|Das) |\.$/g, '') === label
      if (label === '' || label.endsWith('.') || !isSentence || isSame) {
        wrong.push(`${tag} ${part}.${name}: ${label}: ${text}`)
      }
    }
  })
  t.same([...new Set(wrong)], [])
})

import t from 'tap'
import * as TypeBox from 'typebox'
import { Type } from '../../../wire/types/type.js'

/** The whole of a schema, also the parts that do not show. */
function whole(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(whole)
  const names = Object.getOwnPropertyNames(value).filter((name) => !/^~(kind|unsafe)$/.test(name))
  return Object.fromEntries(names.map((name) => [name, whole((value as never)[name])]))
}

/** The same schema by either builders. */
function schemasOf(by: Pick<typeof TypeBox.Type, keyof typeof Type>) {
  const text = by.String({ minLength: 1, 'x-text': 'line' })
  return {
    Array: by.Array(by.Integer({ minimum: 1 }), { maxItems: 3 }),
    Boolean: by.Boolean(),
    Integer: by.Integer({ maximum: 5 }),
    Literal: by.Union([by.Literal('', { 'x-says': 'what' }), by.Literal(1), by.Literal(true)]),
    Null: by.Null(),
    Number: by.Number({ minimum: 0 }),
    Object: by.Object(
      { a: text, b: by.Optional(text), c: by.Object({ d: by.Optional(by.Boolean()) }) },
      { additionalProperties: false },
    ),
    Empty: by.Object({}),
    Optional: by.Optional(by.Optional(by.Union([text, by.Null()], { 'x-says': 'what' }))),
    String: by.String(),
    Union: by.Union([by.Null(), by.Array(text)]),
    Unsafe: by.Object({ kind: by.Unsafe<'a'>({ type: 'string', enum: ['a'] }) }),
  }
}

t.test('a schema is the one that TypeBox makes', async (t) => {
  const [ours, theirs] = [schemasOf(Type), schemasOf(TypeBox.Type)]
  t.same(whole(ours), whole(theirs))
  t.equal(JSON.stringify(ours), JSON.stringify(theirs), 'in the same order')
})

t.test('every builder is compared', async (t) => {
  t.same(
    Object.keys(Type).filter((name) => !(name in schemasOf(Type))),
    [],
  )
})

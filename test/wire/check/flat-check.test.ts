import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import t from 'tap'
import { flatCheck } from '../../../wire/check/flat-check.js'
import { findErrors } from '../../../wire/check/validate.js'
import { TradeBody } from '../../../wire/trade/trade-request.js'
import * as S from '../../../wire/types/scalars.js'
import { Type } from '../../../wire/types/type.js'
import { characters } from '../../given/texts.js'

const EveryWord = S.Body({
  a: S.Optional(S.Text(3, 2)),
  b: S.Multiline(4),
  c: S.Int(-2, 5),
  d: S.Optional(Type.Integer()),
  e: S.Choice(['x', 'y']),
  f: S.Optional(S.Decimal),
  g: S.Optional(S.GroupPath),
})

/** The faults that each check finds, and the value that it makes of one that fits. */
function bothWays(schema: S.TSchema, value: unknown, sizeBytes: number) {
  const [general, flat] = [structuredClone(value), structuredClone(value)]
  const wanted = findErrors(schema, general, sizeBytes)
  const found = flatCheck(schema)(flat, sizeBytes)
  return {
    wanted: [wanted, wanted === null ? general : undefined],
    found: [found, found === null ? flat : undefined],
  }
}

const odd = fc.oneof(
  fc.constantFrom('', 'x', 'buy', 'open', 'close', 'fok', 'EURUSD', '0.10', '1e3', '-1', 'real\\a'),
  fc.constantFrom('a\nb', 'a\u0000', 'e\u0301', '\ud800', '😀😀', '\u2028', 'a b', 'a\\'),
  fc.constantFrom(0, 1, -1, -3, 1.5, 5, 6, 77, 2 ** 53, 2 ** 53 - 1, Number.NaN, Infinity, -0),
  fc.constantFrom(null, true, undefined, [], {}),
  fc.string({ unit: characters, maxLength: 6 }),
  fc.integer({ min: 30, max: 70 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 30, max: 70 }).map((length) => '😀'.repeat(length)),
  fc.integer(),
  fc.double(),
)

function bodiesOf(schema: S.TSchema): fc.Arbitrary<unknown> {
  const names = Object.keys((schema as unknown as { properties: object }).properties)
  const strange = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom('__proto__', 'constructor', 'toString', '12', 'y'.repeat(70), 'y'.repeat(64)),
  )
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names) },
    { arbitrary: strange, weight: 1 },
  )
  const entries = fc.array(fc.tuple(name, odd), { maxLength: 24 })
  const body = entries.map((pairs) => {
    const made = {}
    // As JSON does it: `__proto__` is a field like any other.
    const plain = { configurable: true, enumerable: true, writable: true }
    for (const [key, value] of pairs) Object.defineProperty(made, key, { ...plain, value })
    return made
  })
  return fc.oneof({ weight: 30, arbitrary: body }, { weight: 1, arbitrary: odd })
}

for (const [name, schema] of Object.entries({ TradeBody, EveryWord })) {
  t.test(`a flat check and the general check agree: ${name}`, async () => {
    fc.assert(
      fc.property(bodiesOf(schema), fc.constantFrom(10, 1_000_000), (value, sizeBytes) => {
        const { wanted, found } = bothWays(schema, value, sizeBytes)
        deepStrictEqual(found, wanted)
      }),
      { numRuns: 5_000 },
    )
  })
}

t.test('a field repaired at a time, until the request fits', async (t) => {
  const steps: object[] = [
    {},
    { kind: 'open', symbol: 'x'.repeat(65), more: 1 },
    { kind: 'open', symbol: 'EURUSD', side: 'up', volume: 1 },
    { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1e3', comment: 'a\u0000b' },
    { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10', client_order_id: 'a b' },
    { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10', comment: 'cafe\u0301' },
  ]
  for (const step of steps) {
    const { wanted, found } = bothWays(TradeBody, step, 10)
    t.strictSame(found, wanted)
    t.equal(found[0] === null, step === steps.at(-1))
  }
})

t.test('a schema it cannot check makes no check', async (t) => {
  const refused: [RegExp, S.TSchema][] = [
    [/x-integer/, S.Body({ page: S.Page })],
    [/type undefined/, S.Body({ name: S.Nullable(S.Text(1)) })],
    [/type array/, S.Body({ all: S.List(S.Id, 1) })],
    [/knows all its fields/, S.View({ name: S.Text(1) })],
    [/multipleOf/, S.Body({ odd: Type.Integer({ multipleOf: 2 }) })],
  ]
  for (const [says, schema] of refused) t.throws(() => flatCheck(schema), says)
})

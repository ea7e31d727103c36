import fc from 'fast-check'
import t from 'tap'
import { findErrors } from '../../../wire/check/validate.js'
import type { TSchema } from '../../../wire/types/scalars.js'
import * as S from '../../../wire/types/scalars.js'
import { isTime } from '../../../wire/types/utc-time.js'

const fits = (schema: TSchema, value: unknown): boolean =>
  findErrors(S.Body({ it: schema }), { it: value }, 10) === null
/** A name that holds a line break, of any kind, would break the report. */
const shown = (value: unknown): string => encodeURI(JSON.stringify(value))
const paths = (schema: TSchema, value: unknown): string[] =>
  (findErrors(schema, value, 10) ?? []).map((error) => error.path)

t.test('scalars take what they name and nothing near it', (t) => {
  const table: [string, TSchema, unknown[], unknown[]][] = [
    [
      'Decimal',
      S.Decimal,
      ['0', '-1', '12.50', '0.000000000001'],
      ['', '+1', '01', '1.', '.5', '1e3', 'NaN', 1, '1\n'],
    ],
    ['DecimalUnsigned', S.DecimalUnsigned, ['0', '7.1'], ['-1', '-0']],
    [
      'Time',
      S.Time,
      ['2026-02-28T23:59:59Z', '2024-02-29T00:00:00.123Z', '2026-01-01T00:00:00+00:00'],
      ['2026-02-29T00:00:00Z', '2026-01-01', '2026-01-01T24:00:00Z', '2026-01-01T00:00:00+01:00'],
    ],
    ['Login', S.Login, [1, 9007199254740991], [0, -1, 1.5, '1', 9007199254740992]],
    ['Uuid', S.Uuid, ['00000000-0000-4000-8000-000000000001'], ['', '00000000']],
    ['Seq', S.Seq, ['0', '9223372036854775807'], ['-1', '00', 0]],
    [
      'GroupPath',
      S.GroupPath,
      ['real', 'real\\standard', 'a b\\c'],
      ['', '\\', 'a\\', 'a\\\\b', 'a*', 'a\tb'],
    ],
    ['Choice', S.Choice(['a', 'b']), ['a'], ['c', 'A', null]],
    ['Nullable', S.Nullable(S.Text(2)), ['ab', null], ['abc', 1]],
    ['List', S.List(S.Login, 2, 1), [[1], [1, 2]], [[], [1, 2, 3], 1]],
    [
      'Text',
      S.Text(3, 1),
      ['a', 'äöü', '😀😀😀'],
      ['', 'abcd', 'a\nb', 'a\u0000', '\ud800', 'a\u0085', '\u2028'],
    ],
    [
      'Multiline',
      S.Multiline(5),
      ['a\nb\tc', 'a\r\nb', ''],
      ['\u0000', '\u001b', '\u007f', '\ud800'],
    ],
  ]
  for (const [name, schema, good, bad] of table) {
    for (const value of good) t.ok(fits(schema, value), `${name} takes ${shown(value)}`)
    for (const value of bad) t.notOk(fits(schema, value), `${name} refuses ${shown(value)}`)
  }
  t.end()
})

t.test('text arrives NFC-normalised and is measured after that', (t) => {
  const schema = S.Body({ name: S.Text(1), rows: S.List(S.Nullable(S.Multiline(9)), 2) })
  const value = { name: 'e\u0301', rows: ['a\n\u0041\u030a'] }
  t.equal(findErrors(schema, value, 10), null)
  t.same(value, { name: '\u00e9', rows: ['a\n\u00c5'] })
  t.end()
})

t.test(
  'numbers and flags of a query become numbers and booleans, canonically written only',
  (t) => {
    const schema = S.Query({
      page: S.Optional(S.Page),
      limit: S.Optional(S.Limit(1000)),
      open: S.Optional(S.FlagText),
    })
    const value: Record<string, unknown> = { page: '2', limit: '1000', open: 'false' }
    t.equal(findErrors(schema, value, 10), null)
    t.same(value, { page: 2, limit: 1000, open: false })
    for (const limit of [
      '0',
      '1001',
      '01',
      '1e2',
      '0x10',
      ' 5',
      '+5',
      '-1',
      '1.0',
      '9007199254740993',
      '',
    ]) {
      t.same(paths(schema, { limit }), ['limit'], `limit=${limit}`)
    }
    t.same(paths(schema, { open: '1' }), ['open'])
    fc.assert(
      fc.property(fc.maxSafeNat(), (login) => {
        const found: Record<string, unknown> = { login: String(login) }
        const errors = findErrors(S.Params({ login: S.LoginText }), found, 10)
        return login === 0 ? errors !== null : errors === null && found['login'] === login
      }),
      { numRuns: 200 },
    )
    t.end()
  },
)

t.test('mistakes are told all at once, each with its place and what to do', (t) => {
  const schema = S.Body({
    items: S.List(S.Body({ amount: S.Decimal }), 5),
    name: S.Text(3, 1),
    kind: S.Choice(['in', 'out']),
  })
  const errors = findErrors(schema, { items: [{ amount: 5 }, {}], name: '', kinds: 1 }, 10)
  t.same(Object.fromEntries((errors ?? []).map((error) => [error.path, error.message])), {
    kind: 'is missing',
    kinds: 'is not a field that this request accepts: leave it out',
    'items[0].amount': 'must be a decimal number as text, like "12.50"',
    'items[1].amount': 'is missing',
    name: 'must not be empty',
  })
  t.equal(findErrors(schema, {}, 1_000_000)?.length, 1, 'a large request learns of the first only')
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, 1]))
  t.equal(findErrors(schema, many, 10)?.length, 16, 'the list of mistakes is bounded')
  t.end()
})

t.test('unknown fields are refused, whatever they are called', (t) => {
  const schema = S.Body({ a: S.Optional(S.Int(0)) })
  fc.assert(
    fc.property(fc.string(), (name) => {
      const value = JSON.parse(`{${JSON.stringify(name)}:1}`) as unknown
      return (findErrors(schema, value, 10) === null) === (name === 'a')
    }),
    { numRuns: 500 },
  )
  for (const name of ['__proto__', 'constructor', 'toString']) {
    t.not(findErrors(schema, JSON.parse(`{"${name}":1}`), 10), null, name)
  }
  t.end()
})

t.test('a time is a day that exists', (t) => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (day) =>
      isTime(day.toISOString()),
    ),
  )
  t.notOk(isTime('2026-06-31T00:00:00Z'))
  t.end()
})

import t from 'tap'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import {
  QUERY_VALUE_MAX,
  readBody,
  readBodyInSteps,
  readFields,
  readParams,
  readQuery,
} from '../../../http/pipeline/input.js'
import type { Route } from '../../../http/pipeline/route.js'
import { route } from '../../../http/routes/route.js'
import * as S from '../../../wire/types/scalars.js'
import { bytes } from '../given.js'

const base = { method: 'POST', audience: 'staff', summary: '', rights: [] } as const
const handle = (): null => null
const long = QUERY_VALUE_MAX + 10
const whole = route({
  ...base,
  path: '/x/{id}/{name}',
  handle,
  params: S.Params({ id: S.IdText, name: S.Text(10) }),
  query: S.Query({
    a: S.Optional(S.Text(1000)),
    b: S.Optional(S.Text(10)),
    c: S.Optional(S.Text(long)),
  }),
  body: S.Body({ a: S.Text(10) }),
})
const bare = route({ ...base, path: '/bare', handle })
const ok = (value: unknown) => ({ ok: true, value })

t.test('params are the segments between braces, decoded', (t) => {
  t.strictSame(readParams(whole, ['7', 'a%20%C3%BC']), ok({ id: 7, name: 'a ü' }))
  t.same(readParams(whole, ['7', '%']), refuseField('name', say('field.not_utf8_code')))
  t.same(readParams(whole, ['7', '%ff']), refuseField('name', say('field.not_utf8_code')))
  t.match(readParams(whole, ['x', 'a']), { code: 'invalid_input', fields: [{ path: 'id' }] })
  t.strictSame(readParams(bare, []), ok(null))
  t.end()
})

t.test('a parameter of the query is known, given once, and no longer than it may be', (t) => {
  const refusesEmpty: Route = { ...whole, refusesEmptyQuery: true }
  t.strictSame(readQuery(whole, ''), ok({}))
  t.strictSame(readQuery(whole, 'a=b+c%2Bd&b=&&c'), ok({ a: 'b c+d' }))
  t.strictSame(readQuery(whole, 'a=b=c&%62=x'), ok({ a: 'b=c', b: 'x' }))
  const unknown = say('field.unknown_parameter')
  t.same(readQuery(whole, 'd=1'), refuseField('d', unknown))
  t.same(readQuery(whole, '__proto__=1'), refuseField('__proto__', unknown))
  t.same(readQuery(whole, `${'x'.repeat(100)}=1`), refuseField('x'.repeat(64), unknown))
  t.same(readQuery(whole, 'a=1&a=1'), refuseField('a', say('field.twice')))
  t.same(readQuery(whole, 'a=&a='), refuseField('a', say('field.twice')))
  const coding = say('field.not_utf8_code')
  t.same(readQuery(whole, 'a=%'), refuseField('a', coding))
  t.same(readQuery(whole, '%=a'), refuseField('%=a', coding))
  const of = (length: number) => readQuery(whole, `c=${'x'.repeat(length)}`)
  t.strictSame(of(long), ok({ c: 'x'.repeat(long) }))
  t.same(of(long + 1), refuseField('c', say('field.too_long', { max: long })))
  t.match(readQuery(whole, `b=${'x'.repeat(11)}`), { fields: [{ path: 'b' }] })
  const most = say('field.too_long', { max: QUERY_VALUE_MAX })
  t.same(readQuery(whole, `b=${'x'.repeat(QUERY_VALUE_MAX + 1)}`), refuseField('b', most))
  t.same(readQuery(refusesEmpty, 'a='), refuseField('a', say('field.empty')))
  t.same(readQuery(refusesEmpty, 'a'), refuseField('a', say('field.empty')))
  t.strictSame(readQuery(refusesEmpty, '&a=1&'), ok({ a: '1' }))
  t.strictSame(readQuery(bare, ''), ok(null))
  t.strictSame(readQuery(bare, '&'), ok(null))
  t.same(readQuery(bare, 'a=1'), refuseField('a', unknown))
  t.strictSame(readQuery(whole, '&'.repeat(63)), ok({}))
  t.same(readQuery(whole, '&'.repeat(64)), because('invalid_input.parameters', { max: 64 }))
  t.end()
})

t.test('a body is what its route asks for, and nothing where it asks for nothing', (t) => {
  const optional: Route = { ...whole, bodyOptional: true }
  const missing = because('invalid_input.no_body')
  const rows: [why: string, Route, body: Uint8Array | null, read: object][] = [
    ['as it is asked for', whole, bytes({ a: 'x' }), ok({ a: 'x' })],
    ['none', whole, null, missing],
    ['an empty one', whole, Buffer.alloc(0), missing],
    ['none where it may be missing', optional, null, ok(null)],
    ['an empty one where it may be missing', optional, Buffer.alloc(0), ok(null)],
    ['none where none is asked for', bare, null, ok(null)],
    ['an empty object there', bare, bytes({}), ok(null)],
    ['null there', bare, bytes('null'), ok(null)],
    ['of a GET', { ...whole, method: 'GET' }, bytes('x'), ok(null)],
    [
      'no file',
      { ...whole, upload: { field: 'f' } as never },
      null,
      refuseField('f', say('field.missing')),
    ],
  ]
  for (const [why, of, body, read] of rows) t.same(readBody(of, body), read, why)
  t.match(readBody(bare, bytes({ a: 1 })), { fields: [{ path: 'a' }] })
  t.match(readBody(whole, bytes({ a: 1 })), { fields: [{ path: 'a' }] })
  t.match(readBody(whole, bytes('{')), { code: 'invalid_input' })
  const sent = new Uint8Array(Buffer.from('abc'))
  const read = readBody({ ...bare, bodyMedia: ['text/csv'] }, sent) as { value: Buffer }
  sent.fill(0)
  t.equal(Buffer.from(read.value).toString(), 'abc', 'a copy')
  t.end()
})

t.test('a large body is read to the same in steps', (t) => {
  for (const [of, body] of [
    [whole, bytes({ a: 'x' })],
    [whole, bytes({ a: 1 })],
    [whole, bytes('{')],
    [bare, bytes({})],
  ] as const) {
    const steps = readBodyInSteps(of, body)
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    t.same(step.value, readBody(of, body))
  }
  t.end()
})

t.test('the texts beside a file are checked where the route names some', (t) => {
  t.same(readFields(whole, { a: 'x' }), ok({ a: 'x' }))
  t.match(readFields(whole, {}), { fields: [{ path: 'a' }] })
  t.same(readFields(bare, { a: 'x' }), ok(null))
  t.end()
})

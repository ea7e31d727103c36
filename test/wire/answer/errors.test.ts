import t from 'tap'
import { CODES, isRefusal, refuse, SUCCESS_CODES } from '../../../engine/code.js'
import { type Envelope, JsonText, refusalText, successText } from '../../../wire/answer/envelope.js'
import {
  fieldsOf,
  refuseField,
  refuseInput,
  statusOf,
  statusTable,
} from '../../../wire/answer/errors.js'
import { jsonOf } from '../../../wire/answer/json-parts.js'

t.test('every code has a status and every status belongs to a code', (t) => {
  for (const code of CODES) t.ok(statusOf(code) >= 200, `${code} has a status`)
  t.same(Object.keys(statusTable()).sort(), [...CODES].sort())
  t.equal(new Set(CODES).size, CODES.length, 'no code is listed twice')
  t.equal(CODES.length, 65, 'a new code is a decision: change this count with it')
  t.end()
})

t.test('the successes are these, and no other code is answered 200', (t) => {
  const successes = CODES.filter((code) => statusOf(code) < 400)
  t.same(successes, [...SUCCESS_CODES])
  t.end()
})

t.test('the envelope written by hand is the JSON of the envelope', (t) => {
  const id = '00000000-0000-4000-8000-000000000001'
  const data = { name: 'a"b\\c\u2028', rows: [1, null] }
  const read = (text: string): Envelope<unknown> => JSON.parse(text) as Envelope<unknown>
  const rest = { success: true, code: 'ok', message: '', request_id: id }
  t.same(read(successText(data, id)), { ...rest, data })
  t.same(read(successText(null, id)), { ...rest, data: null })
  t.same(read(successText(undefined, id)), { ...rest, data: null })
  t.same(read(successText(new JsonText(jsonOf([1, 2])), id)), { ...rest, data: [1, 2] })
  const refusal = refuse('conflict', 'the name "x" is taken\n')
  t.same(read(refusalText(refusal, id)), {
    success: false,
    code: 'conflict',
    message: refusal.message,
    data: null,
    request_id: id,
  })
  t.same(read(refusalText(refuseField('volume', 'is missing'), id)).data, {
    fields: [{ path: 'volume', message: 'is missing' }],
  })
  t.end()
})

t.test('a refusal is told from data', (t) => {
  t.ok(isRefusal(refuse('forbidden', 'no')))
  for (const data of [null, 1, 'x', [], {}, { ok: false }, { ok: true, code: 'ok' }]) {
    t.notOk(isRefusal(data))
  }
  t.match(refuseInput([]).message, 'not valid')
  t.match(
    refuseInput([
      { path: 'a', message: 'x' },
      { path: 'b', message: 'y' },
    ]).message,
    '1 more',
  )
  t.end()
})

t.test('a refusal that names one field before its message has it in fields', (t) => {
  const fields = (...refusal: Parameters<typeof refuse>) => fieldsOf(refuse(...refusal))
  t.same(fields('invalid_input', 'symbol: is missing'), [{ path: 'symbol', message: 'is missing' }])
  t.same(fields('invalid_input', 'items[0].amount: is wrong: see below'), [
    { path: 'items[0].amount', message: 'is wrong: see below' },
  ])
  t.same(fields('auth.password_weak', 'master_password: Too short.'), [
    { path: 'master_password', message: 'Too short.' },
  ])
  t.equal(fields('invalid_input', 'Send one JSON value.'), undefined)
  t.equal(fields('invalid_input', 'Known: a, b.'), undefined)
  t.equal(fields('conflict', 'field: it is 7 by now.'), undefined)
  const text = refusalText(refuse('invalid_input', 'volume: must be above zero'), 'id')
  t.same(JSON.parse(text as string).data, {
    fields: [{ path: 'volume', message: 'must be above zero' }],
  })
  t.end()
})

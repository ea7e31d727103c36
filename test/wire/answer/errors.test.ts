import t from 'tap'
import { CODES, isRefusal, refuse, SUCCESS_CODES } from '../../../engine/code.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { type Envelope, JsonText, refusalText, successText } from '../../../wire/answer/envelope.js'
import { statusOf, statusTable } from '../../../wire/answer/errors.js'
import { jsonOf } from '../../../wire/format/json-parts.js'

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
  const missing = refuseField('volume', say('field.missing'))
  t.same(read(refusalText(missing, id)).data, {
    reason: 'invalid_input.fields',
    params: { count: 1 },
    fields: [{ path: 'volume', message: 'is missing', reason: 'field.missing', params: {} }],
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
      { path: 'a', ...say('field.missing') },
      { path: 'b', ...say('field.too_large') },
    ]).message,
    '1 more',
  )
  t.end()
})

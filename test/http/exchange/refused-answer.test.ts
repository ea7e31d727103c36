import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { refusedAnswer } from '../../../http/exchange/refused-answer.js'

const headersOf = (refusal: Parameters<typeof refusedAnswer>[0]) =>
  refusedAnswer(refusal, 'r-1', [['x-own', '1']]).headers

t.test('a refusal is the envelope with the headers that its status asks for', async (t) => {
  t.same(refusedAnswer(refuse('not_found', 'It is not there.'), 'r-1'), {
    status: 404,
    mediaType: 'application/json; charset=utf-8',
    body: '{"success":false,"code":"not_found","message":"It is not there.","data":null,"request_id":"r-1"}',
    headers: [],
  })
  const own = ['x-own', '1']
  t.same(headersOf(refuse('forbidden', 'No.')), [own])
  const unknown = headersOf(refuse('auth.session_expired', 'Sign in again.'))
  t.same(unknown, [own, ['www-authenticate', 'Bearer']])
})

t.test('who is to wait is told whole seconds, no less than it takes', async (t) => {
  for (const code of ['too_many_requests', 'unavailable'] as const) {
    const told = (retryAfterMs?: number) =>
      headersOf({ ...refuse(code, 'Later.'), ...(retryAfterMs !== undefined && { retryAfterMs }) })
    const after = (seconds: string) => [
      ['x-own', '1'],
      ['retry-after', seconds],
    ]
    t.same(told(), after('1'))
    t.same([told(0), told(1000), told(1001), told(90_000)], ['1', '1', '2', '90'].map(after))
  }
})

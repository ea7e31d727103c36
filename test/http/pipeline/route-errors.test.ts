import t from 'tap'
import type { Audience, Method, Route } from '../../../http/pipeline/route.js'
import { errorCodesOf, errorsByStatus } from '../../../http/pipeline/route-errors.js'
import { route } from '../../../http/routes/route.js'
import * as S from '../../../wire/types/scalars.js'

/** A route that asks for nothing beyond what is given. */
function given(method: Method, audience: Audience, over: Partial<Route> = {}): Route {
  const parts = { method, path: '/x', audience, summary: '', rights: [] } as const
  return { ...route({ ...parts, handle: () => null }), ...over }
}

const INPUT = ['invalid_input']
const BODY = [...INPUT, 'too_large', 'unsupported_media']
const ENDS = ['internal', 'unavailable']
const RATE = ['too_many_requests']
/** Of every route for whoever is signed in, without restrictions and with them. */
const OPEN = ['auth.session_expired', 'auth.invalid_terminal', ...RATE]
const HELD = [...OPEN, 'auth.otp_enrol_required', 'auth.password_change_required']
/** Of every route that an API key may call. */
const STAFF = [...HELD, 'auth.terminal_not_allowed', 'auth.too_many_attempts', 'forbidden']

t.test('the codes of a route are those of its guards and its own, and no others', (t) => {
  const id = S.Params({ id: S.IdText })
  const rows: [why: string, Route, codes: readonly string[]][] = [
    ['for anybody', given('GET', 'public'), [...RATE, ...ENDS]],
    ['at no cost', given('GET', 'public', { cost: 0 }), ENDS],
    [
      'at a rate of its own',
      given('GET', 'public', { cost: 0, rate: { per: 'address', max: 1, seconds: 1 } }),
      [...RATE, ...ENDS],
    ],
    ['with params', given('GET', 'public', { params: id }), [...INPUT, ...RATE, ...ENDS]],
    ['with a query', given('GET', 'public', { query: id }), [...INPUT, ...RATE, ...ENDS]],
    ['with a body', given('POST', 'public'), [...BODY, ...RATE, ...ENDS]],
    ['its own', given('GET', 'public', { cost: 0, errors: ['conflict'] }), ['conflict', ...ENDS]],
    ['a file', given('GET', 'public', { cost: 0, upload: {} as never }), ['conflict', ...ENDS]],
    ['for who is signed in', given('GET', 'trader'), [...HELD, ...ENDS]],
    ['restricted or not', given('GET', 'trader', { restricted: 'open' }), [...OPEN, ...ENDS]],
    ['a change', given('PUT', 'staff'), [...STAFF, ...BODY, 'auth.csrf_invalid', ...ENDS]],
    [
      'of an account that is named',
      given('GET', 'trader', { accountHeader: true }),
      [...HELD, 'auth.account_changed', ...ENDS],
    ],
    [
      'not for investors',
      given('GET', 'trader', { refusesReadOnly: true }),
      [...HELD, 'trade.read_only', ...ENDS],
    ],
    ['a right', given('GET', 'staff', { rights: ['a'] }), [...STAFF, ...ENDS]],
    ['one of some', given('GET', 'staff', { anyOf: ['a'] }), [...STAFF, ...ENDS]],
    [
      'an account in scope',
      given('GET', 'staff', { account: { param: 'x', outOfScope: 'forbidden' } }),
      [...STAFF, 'not_found', ...ENDS],
    ],
  ]
  for (const [why, made, codes] of rows)
    t.same([...errorCodesOf(made)].sort(), codes.toSorted(), why)
  t.end()
})

t.test('they are listed by status in rising order, those of one status by name', (t) => {
  const made = given('POST', 'staff', { rights: ['a'], errors: ['trade.timeout', 'not_found'] })
  const byStatus = [
    [400, ['invalid_input']],
    [401, ['auth.session_expired']],
    [
      403,
      [
        'auth.csrf_invalid',
        'auth.invalid_terminal',
        'auth.otp_enrol_required',
        'auth.password_change_required',
        'auth.terminal_not_allowed',
        'forbidden',
      ],
    ],
    [404, ['not_found']],
    [413, ['too_large']],
    [415, ['unsupported_media']],
    [429, ['auth.too_many_attempts', 'too_many_requests']],
    [500, ['internal']],
    [503, ['unavailable']],
    [504, ['trade.timeout']],
  ] as const
  t.same([...errorsByStatus(made)], byStatus)
  t.same(
    errorCodesOf(made),
    byStatus.flatMap(([, codes]) => codes),
  )
  t.end()
})

import t from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { type Code, refuse } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { PlainRequest } from '../../../http/exchange/request.js'
import { type FrontServices, route } from '../../../http/routes/route.js'
import { statusOf } from '../../../wire/answer/errors.js'
import * as S from '../../../wire/types/scalars.js'
import { authenticator, bytes, CSRF, pipeline, read, request, session } from '../given.js'

// Goal: the order of the guards. Each row repairs one thing more than the row above it,
// so moving a guard up or down in http/pipeline/pipeline.ts turns exactly one row red.
const SESSIONS = {
  trader: session({ id: 's2', audience: 'trader' }),
  both: session({ id: 's3', mustChangePassword: true, mustEnrolOtp: true, rights: new Set() }),
  otp: session({ id: 's4', mustEnrolOtp: true, rights: new Set() }),
  poor: session({ id: 's5', rights: new Set(['accounts.view']) }),
  reader: session({ id: 's6', readOnly: true }),
  full: session({ groupScope: ['real\\*'] }),
}

/** Accounts that are there: 8 out of the caller's scope, 9 in it. */
const GROUPS: Readonly<Record<number, string>> = { 8: 'demo\\standard', 9: 'real\\standard' }
const MISSING = refuse('not_found', 'There is no such account.')
const services = {
  clock: systemClock(),
  accounts: {
    stored: async (login: number) => (GROUPS[login] ? { login, group: GROUPS[login] } : MISSING),
  },
} as unknown as FrontServices

const patch = route({
  method: 'PATCH',
  path: '/admin/v1/accounts/{login}',
  audience: 'staff',
  summary: 'Change an account',
  rights: ['accounts.view'],
  anyOf: ['accounts.edit', 'accounts.balance'],
  refusesReadOnly: true,
  accountHeader: true,
  bodyBytesMax: 100,
  params: S.Params({ login: S.LoginText }),
  query: S.Query({ dry: S.Optional(S.FlagText) }),
  body: S.Body({ name: S.Text(10) }),
  data: S.View({ login: S.Login, name: S.AnyText }),
  account: { param: 'login', outOfScope: 'forbidden' },
  input: ({ body }) =>
    body.name === 'twice' ? refuseField('name', say('field.twice')) : `${body.name}!`,
  handle: ({ account, input }) => ({ login: account.login, name: input }),
})

interface Step {
  readonly does: string
  readonly code: Code
  readonly change: Partial<PlainRequest>
  readonly headers?: Record<string, string | undefined>
  readonly body?: Uint8Array
}

const STEPS: readonly Step[] = [
  { does: 'nothing is right', code: 'not_found', change: {} },
  {
    does: 'a path of a route',
    code: 'method_not_allowed',
    change: { path: '/admin/v1/accounts/x' },
  },
  { does: 'its method', code: 'too_large', change: { method: 'PATCH' } },
  {
    does: 'its size',
    code: 'unsupported_media',
    change: {},
    body: bytes('{"name":"far too long"} x'),
  },
  {
    does: 'its media type',
    code: 'auth.session_expired',
    change: {},
    headers: { 'content-type': 'application/json' },
  },
  {
    does: 'a session',
    code: 'auth.invalid_terminal',
    change: {},
    headers: { authorization: 'Bearer trader' },
  },
  {
    does: 'a session of this side',
    code: 'auth.password_change_required',
    change: {},
    headers: { authorization: 'Bearer both' },
  },
  {
    does: 'a changed password',
    code: 'auth.otp_enrol_required',
    change: {},
    headers: { authorization: 'Bearer otp' },
  },
  {
    does: 'codes set up',
    code: 'auth.csrf_invalid',
    change: {},
    headers: { authorization: 'Bearer reader' },
  },
  {
    does: 'a csrf token',
    code: 'auth.account_changed',
    change: {},
    headers: { 'x-csrf-token': CSRF },
  },
  {
    does: 'the same account',
    code: 'trade.read_only',
    change: {},
    headers: { 'x-app-account': '7' },
  },
  {
    does: 'a session that may write',
    code: 'forbidden',
    change: {},
    headers: { authorization: 'Bearer poor' },
  },
  {
    does: 'the rights',
    code: 'invalid_input',
    change: {},
    headers: { authorization: 'Bearer full' },
  },
  { does: 'params', code: 'invalid_input', change: { path: '/admin/v1/accounts/404' } },
  { does: 'a query', code: 'invalid_input', change: { query: 'dry=true' } },
  {
    does: 'a body that is JSON',
    code: 'invalid_input',
    change: {},
    body: bytes({ name: 'far too long' }),
  },
  { does: 'a body that fits', code: 'invalid_input', change: {}, body: bytes({ name: 'twice' }) },
  { does: 'input to its last rule', code: 'not_found', change: {}, body: bytes({ name: 'short' }) },
  { does: 'an account', code: 'forbidden', change: { path: '/admin/v1/accounts/8' } },
  { does: 'an account in scope', code: 'ok', change: { path: '/admin/v1/accounts/9' } },
]

/** The paths of the mistakes of the input, in turn. */
const PATHS = ['login', 'dry', '', 'name', 'name']

t.test('the first guard that fails names the code', async (t) => {
  const front = pipeline([patch], { authenticator: authenticator(SESSIONS), services })
  let sent = request({
    method: 'POST',
    path: '/nowhere',
    query: 'dry=maybe',
    headers: { 'x-app-account': '8', 'x-csrf-token': 'wrong', 'content-type': 'text/plain' },
  })
  let body = bytes('x'.repeat(101))
  const paths: string[] = []
  for (const step of STEPS) {
    sent = {
      ...sent,
      ...step.change,
      headers: { ...sent.headers, ...step.headers } as PlainRequest['headers'],
    }
    body = step.body ?? body
    const answer = await front.inject(sent, body)
    const envelope = read(answer)
    t.equal(envelope.code, step.code, `${step.does}: ${step.code}`)
    t.equal(answer.status, statusOf(step.code))
    t.equal(envelope.success, step.code === 'ok')
    t.equal(envelope.request_id, sent.requestId)
    if (step.code === 'invalid_input') paths.push(envelope.data?.fields?.[0]?.path ?? '')
  }
  t.same(paths, PATHS, 'params, then query, then body')
})

t.test(
  'a session that may only read is let through where a route does not refuse it',
  async (t) => {
    const list = route({
      method: 'GET',
      path: '/admin/v1/accounts',
      audience: 'staff',
      summary: 'Read accounts',
      rights: ['accounts.view'],
      handle: () => null,
    })
    const front = pipeline([list], { authenticator: authenticator(SESSIONS) })
    const headers = { authorization: 'Bearer reader' }
    const answer = await front.inject(request({ path: '/admin/v1/accounts', headers }))
    t.equal(read(answer).code, 'ok')
  },
)

t.test(
  'with both restrictions the password goes first, and what lifts one is open to it',
  async (t) => {
    const restricted = ['refused', 'open', 'password', 'otp'] as const
    const routes = restricted.map((kind) =>
      route({
        method: 'GET',
        path: `/admin/v1/${kind}`,
        audience: 'staff',
        summary: '',
        rights: [],
        restricted: kind,
        handle: () => null,
      }),
    )
    const sessions = {
      full: session(),
      password: session({ mustChangePassword: true }),
      otp: session({ mustEnrolOtp: true }),
      both: session({ mustChangePassword: true, mustEnrolOtp: true }),
    }
    const front = pipeline(routes, { authenticator: authenticator(sessions) })
    const p = 'auth.password_change_required'
    const o = 'auth.otp_enrol_required'
    const table = {
      full: ['ok', 'ok', 'ok', 'ok'],
      password: [p, 'ok', 'ok', p],
      otp: [o, 'ok', o, 'ok'],
      both: [p, 'ok', 'ok', p],
    }
    for (const [name, codes] of Object.entries(table)) {
      const headers = { authorization: `Bearer ${name}` }
      const found: string[] = []
      for (const kind of restricted) {
        found.push(read(await front.inject(request({ path: `/admin/v1/${kind}`, headers }))).code)
      }
      t.same(found, codes, name)
    }
  },
)

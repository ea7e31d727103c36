import t from 'tap'
import { digestsOf, issueTokens } from '../../../../actors/sign-in/session-tokens.js'
import type { Terminal } from '../../../../engine/access/session.js'
import { refuse } from '../../../../engine/code.js'
import { nameOf } from '../../../../http/pipeline/route.js'
import { authRoutes } from '../../../../http/routes/auth/auth.js'
import { LiveSession } from '../../../../http/sessions/live-session.js'
import { givenBook, HEDGING } from '../../../given/book.js'
import { factsOf } from '../../../given/fronts/socket-front.js'
import { HandClock } from '../../../given/hand-clock.js'
import { request } from '../../given.js'

// What routes of sign-in ask of the parts behind them, and what they make of the answers.

const TOKENS = issueTokens()
const ORIGIN = { ip: '192.0.2.1', requestId: 'r' }
const EXPIRED = refuse('auth.session_expired', 'The session has expired. Sign in again.')
const AWAY = refuse('unavailable', 'The desk is starting again.')

function live(
  terminal: Terminal,
  over: { group?: string; keepSignedIn?: boolean; readOnly?: boolean } = {},
) {
  const { group = HEDGING, keepSignedIn = false, readOnly = false } = over
  return new LiveSession(
    {
      id: 's9',
      login: 1001,
      side: 'trader',
      terminal,
      readOnly,
      keepSignedIn,
      ip: '',
      userAgent: '',
      createdAt: 1,
      refreshedAt: 1,
      digests: digestsOf(TOKENS),
      accessExpiresAt: 60_500,
      refreshExpiresAt: 120_000,
    },
    factsOf(1001, { group }),
  )
}

/** The parts, with what they answer; what they were asked is written down. */
function given(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: unknown[] = []
  const part = (name: string) => (what: unknown, more?: unknown) => {
    asked.push(more === undefined ? [name, what] : [name, what, more])
    return answers[name]
  }
  const later = (name: string) => async (what: unknown, more?: unknown) => part(name)(what, more)
  const cookies: string[] = []
  const services = {
    clock: new HandClock(1_000),
    serverClock: () => ({ daylight_saving: 'none', utc_offset_min: 0 }),
    settings: { book: givenBook({ groups: { [HEDGING]: { password_min_length: 11 } } }) },
    mayRefresh: part('mayRefresh'),
    signIn: {
      refresh: later('refresh'),
      logout: later('logout'),
      login: later('login'),
      changePassword: later('changePassword'),
    },
    sessions: {
      opened: part('opened'),
      refreshed: part('refreshed'),
      close: part('close'),
    },
  }
  const run = (
    name: string,
    { body = null, session = null, headers = {}, secure = true }: Given = {},
  ): Promise<unknown> => {
    const path = name.startsWith('/') ? name : `/trader/v1/auth/${name}`
    const found = authRoutes.find((one) => nameOf(one) === `POST ${path}`)
    const one = request({ address: ORIGIN.ip, requestId: ORIGIN.requestId, headers, secure })
    const context = { body, session, request: one, services, setCookie: cookies.push.bind(cookies) }
    return Promise.resolve(found?.handle(context as never))
  }
  return { run, asked, cookies }
}

interface Given {
  readonly body?: object | null
  readonly session?: LiveSession | null
  readonly headers?: Readonly<Record<string, string>>
  readonly secure?: boolean
}

const COOKIES = (access: string, refresh: string, age = '') => [
  `of_access_t=${access}; Path=/trader/v1${age && `; Max-Age=${age}`}; HttpOnly; SameSite=Strict; Secure`,
  `of_refresh_t=${refresh}; Path=/trader/v1/auth${age && `; Max-Age=${age === '0' ? 0 : 119}`}; HttpOnly; SameSite=Strict; Secure`,
]

t.test('a refresh needs a token that was not refreshed too often', async (t) => {
  const none = given()
  t.same(await none.run('refresh'), EXPIRED)
  t.same(await none.run('refresh', { headers: { cookie: 'of_refresh_s=other' } }), EXPIRED)
  t.same(none.asked, [])
  const often = given({ mayRefresh: false })
  t.match(await often.run('refresh', { body: { refresh_token: 'a' } }), {
    ok: false,
    code: 'too_many_requests',
    message: 'This session was refreshed too often. Go on with the tokens that it has.',
  })
  t.same(often.asked, [['mayRefresh', 'a']])
})

t.test('a refresh says where its token comes from, and for which account', async (t) => {
  const { run, asked } = given({ mayRefresh: true, refresh: AWAY })
  const common = { side: 'trader', origin: ORIGIN }
  const cookie = 'of_refresh_t=c'
  const cases: readonly (readonly [Given, object])[] = [
    [
      { body: { refresh_token: 'b' }, headers: { cookie } },
      { refreshToken: 'b', from: 'body', csrfToken: null, account: null },
    ],
    [
      { headers: { cookie, 'x-csrf-token': 'x', 'x-app-account': '1001' } },
      { refreshToken: 'c', from: 'cookie', csrfToken: 'x', account: 1001 },
    ],
    [
      { headers: { cookie, 'x-csrf-token': 'x', 'sec-fetch-site': 'cross-site' } },
      { refreshToken: 'c', from: 'cookie', csrfToken: null, account: null },
    ],
    [
      { headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-app-account': '01' } },
      { refreshToken: 'c', from: 'cookie', csrfToken: null, account: 0 },
    ],
  ]
  for (const [how, refresh] of cases) {
    t.same(await run('refresh', how), AWAY)
    t.strictSame(asked.splice(0), [
      ['mayRefresh', (refresh as { refreshToken: string }).refreshToken],
      ['refresh', { ...common, ...refresh }],
    ])
  }
})

t.test('staff are not asked which account they believe theirs to be', async (t) => {
  const { run, asked } = given({ mayRefresh: true, refresh: AWAY })
  const headers = { cookie: 'of_refresh_s=c', 'x-app-account': '7', 'x-csrf-token': 'x' }
  t.same(await run('/admin/v1/auth/refresh', { headers }), AWAY)
  const asks = { side: 'staff', refreshToken: 'c', from: 'cookie', csrfToken: 'x', account: null }
  t.strictSame(asked, [
    ['mayRefresh', 'c'],
    ['refresh', { ...asks, origin: ORIGIN }],
  ])
})

t.test('new tokens go to the session that lives, as cookies or as text', async (t) => {
  const rotated = { ok: true, tokens: TOKENS }
  const body = { refresh_token: 'a' }
  const gone = given({ mayRefresh: true, refresh: rotated, refreshed: null })
  t.same(await gone.run('refresh', { body }), EXPIRED)
  t.same(gone.cookies, [])
  const ways: readonly (readonly [LiveSession, cookies: string[]])[] = [
    [live('web'), COOKIES(TOKENS.access, TOKENS.refresh)],
    [live('web', { keepSignedIn: true }), COOKIES(TOKENS.access, TOKENS.refresh, '60')],
    [live('desktop', { keepSignedIn: true }), []],
  ]
  for (const [session, cookies] of ways) {
    const way = given({ mayRefresh: true, refresh: rotated, refreshed: session })
    const text = session.browser ? [null, null] : [TOKENS.access, TOKENS.refresh]
    t.match(await way.run('refresh', { body }), {
      access_token: text[0],
      refresh_token: text[1],
      csrf_token: TOKENS.csrf,
      access_expires_at: '1970-01-01T00:01:00.500Z',
      session: { login: 1001 },
    })
    t.same(way.cookies, cookies)
  }
})

t.test('a session that cannot be ended goes on, and one that is has no cookies left', async (t) => {
  const refused = given({ logout: AWAY })
  t.same(await refused.run('logout', { session: live('web') }), AWAY)
  t.same([refused.asked, refused.cookies], [[['logout', 's9', ORIGIN]], []])
  for (const terminal of ['web', 'android'] as const) {
    const { run, asked, cookies } = given({ logout: null })
    t.equal(await run('logout', { session: live(terminal) }), null)
    t.same(asked, [
      ['logout', 's9', ORIGIN],
      ['close', 's9'],
    ])
    t.same(cookies, terminal === 'web' ? COOKIES('', '', '0') : [])
  }
})

t.test('a password is changed by the length of its group, and takes the cookies', async (t) => {
  const body = { current_password: 'old', new_password: 'new' }
  const asks = (terminal: string, groupMinimum: number) => [
    'changePassword',
    {
      login: 1001,
      session: 's9',
      terminal,
      current: 'old',
      next: 'new',
      groupMinimum,
      origin: ORIGIN,
    },
  ]
  const refused = given({ changePassword: AWAY })
  t.same(await refused.run('change-password', { body, session: live('web') }), AWAY)
  t.same([refused.asked, refused.cookies], [[asks('web', 11)], []])
  const done = given({ changePassword: null })
  t.equal(await done.run('change-password', { body, session: live('web') }), null)
  t.same(done.cookies.splice(0), COOKIES('', '', '0'))
  const session = live('ios', { group: 'demo\\gone' })
  t.equal(await done.run('change-password', { body, session }), null)
  t.same([done.asked, done.cookies], [[asks('web', 11), asks('ios', 0)], []])
  const api = await done.run('change-password', { body, session: live('api') })
  t.match(api, { ok: false, code: 'auth.password_change_not_allowed' })
  const investor = live('web', { readOnly: true })
  t.same(await done.run('change-password', { body, session: investor }), api)
  t.equal(done.asked.length, 2)
})

t.test('a sign-in hands on what it was given, and what was left out is the least', async (t) => {
  const { run, asked } = given({ login: AWAY })
  const password = 'Abcd12!x'
  t.same(await run('login', { body: { login: 1001, password } }), AWAY)
  const body = { login: 1001, password, terminal: 'ios', otp: '123456', keep_signed_in: true }
  t.same(await run('login', { body, headers: { 'user-agent': 'app' } }), AWAY)
  const common = { side: 'trader', login: 1001, password, origin: ORIGIN }
  t.same(asked, [
    ['login', { ...common, terminal: 'web', otp: '', keepSignedIn: false, userAgent: '' }],
    ['login', { ...common, terminal: 'ios', otp: '123456', keepSignedIn: true, userAgent: 'app' }],
  ])
  const signedIn = { ok: true, tokens: TOKENS }
  const way = given({ login: signedIn, opened: live('web') })
  t.match(await way.run('login', { body: { login: 1001, password } }), {
    access_token: null,
    csrf_token: TOKENS.csrf,
    session: { login: 1001 },
  })
  t.same(way.asked[1], ['opened', signedIn])
  t.same(way.cookies, COOKIES(TOKENS.access, TOKENS.refresh))
  t.match(await run('login', { body: { login: 1, password, terminal: 'admin' } }), {
    ok: false,
    code: 'auth.invalid_terminal',
    message: 'This terminal signs in elsewhere; here it is web, android, ios, desktop or api.',
  })
  t.match(await run('login', { body: { login: 1, password, terminal: 'x' } }), {
    ok: false,
    code: 'invalid_input',
    message: 'terminal: must be web, android, ios, desktop or api',
  })
  t.equal(asked.length, 2)
})

import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { findErrors } from '../../../../wire/check/validate.js'
import { MeView, TokensView } from '../../../../wire/schema/people/session.js'
import {
  cookieHeader,
  type FrontAnswer,
  headersOf,
  newAddress,
  startFront,
} from '../../../given/fronts/front.js'

const ADMIN = '/admin/v1/auth'
const TRADER = '/trader/v1/auth'
const PASSWORD = 'Abcd12!x'
const WATCH = 'Look12!x'
const MACHINE = 'Mach12!x'

const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)
const trader = await front.openAccount({ master: PASSWORD, investor: WATCH, api: MACHINE })

function login(prefix: string, body: object, address = newAddress()): Promise<FrontAnswer> {
  const whole = { login: prefix === ADMIN ? 1 : trader, password: PASSWORD, ...body }
  return front.ask(`POST ${prefix}/login`, { body: whole, address })
}

function me(prefix: string, headers: Record<string, string>): Promise<FrontAnswer> {
  return front.ask(`GET ${prefix}/me`, { headers })
}

t.test(
  'each terminal of each side: browsers hold cookies, others tokens; manager and web are meant',
  async (t) => {
    const kinds = {
      [ADMIN]: { admin: true, manager: true },
      [TRADER]: { web: true, android: false, ios: false, desktop: false, api: false },
    }
    front.edit((db) => db.exec(`UPDATE accounts SET api_enabled = 1 WHERE login = ${trader}`))
    for (const [prefix, terminals] of Object.entries(kinds)) {
      for (const [terminal, isBrowser] of Object.entries(terminals)) {
        const password = terminal === 'api' ? MACHINE : PASSWORD
        const { status, data, cookies } = await login(prefix, { terminal, password })
        t.equal(status, 200, terminal)
        t.equal(cookies.length, isBrowser ? 2 : 0, terminal)
        t.equal(data['access_token'] === null, isBrowser, terminal)
        t.equal(data['refresh_token'] === null, isBrowser, terminal)
        t.match(data['session'], { terminal })
      }
      const other = Object.keys(kinds[prefix === ADMIN ? TRADER : ADMIN])[0]
      t.match(await login(prefix, { terminal: other }), {
        status: 403,
        code: 'auth.invalid_terminal',
      })
    }
    t.match((await login(ADMIN, {})).data['session'], { terminal: 'manager' })
    t.match((await login(TRADER, {})).data['session'], { terminal: 'web' })
    front.edit((db) => db.exec(`UPDATE accounts SET api_enabled = 0 WHERE login = ${trader}`))
  },
)

t.test('a browser gets cookies and a csrf token, and no token text', async (t) => {
  const answer = await login(ADMIN, { terminal: 'admin' })
  t.equal(answer.status, 200)
  t.match(answer.data, { access_token: null, refresh_token: null, csrf_token: /^[\w-]{43}$/ })
  const [access = '', refresh = ''] = answer.cookies
  t.match(access, /^of_access_s=[\w-]{43}; Path=\/admin\/v1; HttpOnly; SameSite=Strict$/)
  t.match(refresh, /^of_refresh_s=[\w-]{86}; Path=\/admin\/v1\/auth; HttpOnly; SameSite=Strict$/)
  t.same(Object.keys(answer.data).sort(), [
    'access_expires_at',
    'access_token',
    'csrf_token',
    'refresh_token',
    'session',
    'session_expires_at',
  ])
  t.same(answer.data['session'], {
    csrf_token: answer.data['csrf_token'],
    expires_at: answer.data['session_expires_at'],
    group: 'managers\\administrators',
    group_scope: ['*'],
    keep_signed_in: false,
    login: 1,
    must_change_password: false,
    must_enrol_otp: false,
    read_only: false,
    rights: RIGHTS,
    server_clock: { daylight_saving: 'eu', utc_offset_min: 120 },
    terminal: 'admin',
  })
  const mine = await me(ADMIN, { cookie: cookieHeader(answer.cookies) })
  const { terminal: _, ...view } = answer.data['session'] as Record<string, unknown>
  const { access_expires_at } = answer.data
  t.same(mine.data, { ...view, name: 'Administrator', access_expires_at })
  t.equal(findErrors(TokensView, answer.data, 0), null)
  t.equal(findErrors(MeView, mine.data, 0), null)
})

t.test('cookies are Secure over https, and last when the user stays signed in', async (t) => {
  const body = { login: trader, password: PASSWORD, keep_signed_in: true }
  const address = newAddress()
  const answer = await front.ask(`POST ${TRADER}/login`, { body, address, secure: true })
  const [access = '', refresh = ''] = answer.cookies
  t.match(
    access,
    /^of_access_t=.*Path=\/trader\/v1; Max-Age=900; HttpOnly; SameSite=Strict; Secure$/,
  )
  t.match(refresh, /^of_refresh_t=.*Path=\/trader\/v1\/auth; Max-Age=2592000; .*; Secure$/)
  t.match(answer.data['session'], { terminal: 'web', keep_signed_in: true, rights: [] })
})

t.test('other terminals get the tokens themselves, and no cookies', async (t) => {
  const answer = await login(TRADER, { terminal: 'ios' })
  t.match(answer.data, { access_token: /^[\w-]{43}$/, refresh_token: /^[\w-]{86}$/ })
  t.same(answer.cookies, [])
  t.match(await me(TRADER, headersOf(answer)), { status: 200, data: { login: trader } })
  const body = { refresh_token: answer.data['refresh_token'] }
  const next = await front.ask(`POST ${TRADER}/refresh`, { body })
  t.equal(next.status, 200)
  t.match(await me(TRADER, headersOf(answer)), { status: 401, code: 'auth.session_expired' })
  t.match(await me(TRADER, headersOf(next)), { status: 200 })
  const out = await front.ask(`POST ${TRADER}/logout`, { headers: headersOf(next) })
  t.same(out.cookies, [], 'who holds no cookies has none to lose')
  t.match(out, { status: 200, data: null, cookies: [] })
  t.match(await me(TRADER, headersOf(next)), { code: 'auth.session_expired' })
})

t.test(
  'an investor looks on, and an api password opens the api terminal only when enabled',
  async (t) => {
    const watching = await login(TRADER, { password: WATCH, terminal: 'android' })
    t.match(watching.data['session'], { read_only: true })
    const machine = { password: MACHINE, terminal: 'api' }
    t.match(await login(TRADER, machine), { status: 403, code: 'auth.terminal_not_allowed' })
    t.match(await login(TRADER, { terminal: 'api' }), { code: 'auth.invalid_credentials' })
    front.edit((db) => db.exec(`UPDATE accounts SET api_enabled = 1 WHERE login = ${trader}`))
    t.match(await login(TRADER, machine), { status: 200, data: { session: { read_only: false } } })
    t.match(await login(TRADER, { password: MACHINE }), { code: 'auth.invalid_credentials' })
  },
)

t.test(
  'tokens of the other side: bearer 403, cookies unseen; browser tokens are no bearers',
  async (t) => {
    const phone = await login(TRADER, { terminal: 'desktop' })
    t.match(await me(ADMIN, headersOf(phone)), { status: 403, code: 'auth.invalid_terminal' })
    const staff = await login(ADMIN, {})
    t.match(await me(TRADER, { cookie: cookieHeader(staff.cookies) }), { status: 401 })
    const renamed = cookieHeader(staff.cookies).replaceAll('_s=', '_t=')
    t.match(await me(TRADER, { cookie: renamed }), { status: 401, code: 'auth.session_expired' })
    const text = /of_access_s=([\w-]+)/.exec(cookieHeader(staff.cookies))?.[1]
    t.match(await me(ADMIN, { authorization: `Bearer ${text}` }), { status: 401 })
    t.match(await me(ADMIN, { authorization: 'Basic x' }), { status: 401 })
    const body = { refresh_token: phone.data['refresh_token'] }
    t.match(await front.ask(`POST ${ADMIN}/refresh`, { body }), { code: 'auth.invalid_terminal' })
  },
)

t.test('a browser refreshes with its cookie and its csrf token; both change', async (t) => {
  const first = await login(ADMIN, {})
  const { cookie = '' } = headersOf(first)
  const refresh = (headers: Record<string, string>) =>
    front.ask(`POST ${ADMIN}/refresh`, { headers })
  t.match(await refresh({}), { code: 'auth.session_expired' })
  const nothing = { body: {}, headers: { cookie } }
  t.match(await front.ask(`POST ${ADMIN}/refresh`, nothing), { code: 'auth.csrf_invalid' })
  const number = { body: { refresh_token: 1 } }
  t.match(await front.ask(`POST ${ADMIN}/refresh`, number), { code: 'invalid_input' })
  t.match(await refresh({ cookie }), { status: 403, code: 'auth.csrf_invalid' })
  t.match(await refresh({ cookie, 'x-csrf-token': 'x' }), { code: 'auth.csrf_invalid' })
  const foreign = { ...headersOf(first), 'sec-fetch-site': 'cross-site' }
  t.match(await refresh(foreign), { code: 'auth.csrf_invalid' })
  const second = await refresh(headersOf(first))
  t.equal(second.status, 200)
  t.not(second.data['csrf_token'], first.data['csrf_token'])
  t.match(await me(ADMIN, headersOf(second)), { data: { csrf_token: second.data['csrf_token'] } })
  const stale = { ...headersOf(second), 'x-csrf-token': String(first.data['csrf_token']) }
  t.match(await front.ask(`POST ${ADMIN}/logout`, { headers: stale }), {
    code: 'auth.csrf_invalid',
  })
  t.match(await refresh(headersOf(first)), { status: 401, code: 'auth.refresh_reused' })
  t.match(await me(ADMIN, headersOf(second)), { status: 401 }, 'reuse closed the session')
})

t.test(
  'other terminals refresh with refresh_token; the view names the terminal, that of me does not',
  async (t) => {
    const first = await login(TRADER, { terminal: 'ios' })
    const refresh = (body?: object, more: Record<string, string> = {}) =>
      front.ask(`POST ${TRADER}/refresh`, {
        headers: more,
        ...(body === undefined ? {} : { body }),
      })
    const token = { refresh_token: first.data['refresh_token'] }
    const moved = { status: 409, code: 'auth.account_changed' }
    t.match(await refresh(token, { 'x-app-account': String(trader + 1) }), moved)
    t.match(await refresh(), { status: 401, code: 'auth.session_expired' })
    t.match(await refresh({ refresh_token: '' }), { status: 400, code: 'invalid_input' })
    const second = await refresh(token, { 'x-app-account': String(trader) })
    t.equal(second.status, 200, 'what was refused has not spent it')
    t.same(Object.keys(second.data).sort(), Object.keys(first.data).sort())
    const view = second.data['session'] as Record<string, unknown>
    t.match(view, { terminal: 'ios', login: trader, group: 'real\\standard', rights: [] })
    t.equal(view['expires_at'], second.data['session_expires_at'])
    const mine = await me(TRADER, headersOf(second))
    const { terminal: _, ...rest } = view
    t.same(mine.data, { ...rest, name: '', access_expires_at: second.data['access_expires_at'] })
    t.match(
      await me(TRADER, headersOf(first)),
      { status: 401 },
      'the old access token is over, too',
    )
    t.match(await refresh(token), { status: 401, code: 'auth.refresh_reused' })
    t.match(await me(TRADER, headersOf(second)), { status: 401 })
  },
)

t.test('of 50 parallel refreshes exactly one succeeds, and the session is closed', async (t) => {
  const answer = await login(TRADER, { terminal: 'ios' })
  const closed: string[] = []
  front.sessions.onClosed((session) => closed.push(session.id))
  const body = { refresh_token: answer.data['refresh_token'] }
  const all = await Promise.all(
    Array.from({ length: 50 }, () => front.ask(`POST ${TRADER}/refresh`, { body })),
  )
  const codes = all.map(({ code }) => code).sort()
  t.equal(codes.filter((code) => code === 'ok').length, 1)
  t.equal(codes.filter((code) => code === 'auth.refresh_reused').length, 1)
  t.equal(codes.filter((code) => code === 'auth.session_expired').length, 48)
  t.equal(closed.length, 1)
  const winner = all.find(({ code }) => code === 'ok')
  if (winner !== undefined) t.match(await me(TRADER, headersOf(winner)), { status: 401 })
})

t.test('sessions closed by the desk are closed here before it answers', async (t) => {
  const answer = await login(TRADER, { terminal: 'ios' })
  t.match(await me(TRADER, headersOf(answer)), { status: 200 })
  const closed: number[] = []
  front.sessions.onClosed((session) => closed.push(session.login))
  const origin = { ip: '', requestId: 'r-1' }
  const all = { login: trader, actor: 1, why: 'kicked', origin }
  const outcome = await front.desk.ask('auth.close_login', all)
  t.match(outcome, { ok: true })
  t.ok(closed.length > 0)
  t.same(front.sessions.ofLogin(trader), [])
  t.match(await me(TRADER, headersOf(answer)), { status: 401, code: 'auth.session_expired' })
})

t.test('logout clears the cookies only when the session is closed', async (t) => {
  const answer = await login(ADMIN, {})
  const { cookie = '' } = headersOf(answer)
  const logout = (headers: Record<string, string>) => front.ask(`POST ${ADMIN}/logout`, { headers })
  t.match(await logout({ cookie }), { status: 403, code: 'auth.csrf_invalid', cookies: [] })
  t.match(await me(ADMIN, { cookie }), { status: 200 })
  const out = await logout(headersOf(answer))
  t.equal(out.status, 200)
  t.match(out.cookies, [/^of_access_s=; .*Max-Age=0/, /^of_refresh_s=; Path=.*\/auth; Max-Age=0/])
  t.match(await me(ADMIN, { cookie }), { status: 401 })
  t.match(await logout(headersOf(answer)), {
    status: 401,
    code: 'auth.session_expired',
    cookies: [],
  })
})

t.test(
  'with expired access the refresh cookie still signs out, without being rotated',
  async (t) => {
    const first = await login(ADMIN, {})
    const second = await front.ask(`POST ${ADMIN}/refresh`, { headers: headersOf(first) })
    const refreshOnly = (answer: FrontAnswer) => ({
      ...headersOf(answer),
      cookie: cookieHeader(answer.cookies.slice(1)),
    })
    const logout = (headers: Record<string, string>) =>
      front.ask(`POST ${ADMIN}/logout`, { headers })
    t.match(await me(ADMIN, refreshOnly(second)), { status: 401 }, 'it opens nothing else')
    t.match(await logout(refreshOnly(first)), { status: 401 }, 'nor does an old one')
    const { cookie = '' } = refreshOnly(second)
    t.match(await logout({ cookie }), { code: 'auth.csrf_invalid' })
    t.match(await logout(refreshOnly(second)), { status: 200 })
    t.match(await me(ADMIN, headersOf(second)), { status: 401 })
  },
)

t.test('X-APP-Account guards refresh, logout and me of traders', async (t) => {
  const answer = await login(TRADER, {})
  const other = { ...headersOf(answer), 'x-app-account': '1' }
  for (const what of [`POST ${TRADER}/refresh`, `POST ${TRADER}/logout`, `GET ${TRADER}/me`]) {
    t.match(await front.ask(what, { headers: other }), {
      status: 409,
      code: 'auth.account_changed',
    })
  }
  const own = { ...headersOf(answer), 'x-app-account': String(trader) }
  t.match(await front.ask(`POST ${TRADER}/refresh`, { headers: own }), { status: 200 })
  const staff = { ...headersOf(await login(ADMIN, {})), 'x-app-account': '7' }
  t.match(await front.ask(`POST ${ADMIN}/refresh`, { headers: staff }), { status: 200 })
})

t.test('a session that is refreshed too often goes on with the tokens that it has', async (t) => {
  const answer = await login(TRADER, { terminal: 'ios' })
  const refresh = () => {
    const { refresh_token } = answer.data
    return front.ask(`POST ${TRADER}/refresh`, { body: { refresh_token } })
  }
  front.mayRefresh = false
  t.match(await refresh(), { status: 429, code: 'too_many_requests', cookies: [] })
  front.mayRefresh = true
  t.match(await me(TRADER, headersOf(answer)), { status: 200 })
  t.match(await refresh(), { status: 200 }, 'its token was not spent')
})

t.test('input that is no sign-in is refused before anything is counted', async (t) => {
  const address = newAddress()
  const bodies = [
    {},
    { login: 1 },
    { login: '1', password: PASSWORD },
    { login: 0, password: PASSWORD },
    { login: 1, password: PASSWORD, terminal: 'toaster' },
    { login: 1, password: PASSWORD, terminal: 'MANAGER' },
    { login: 1, password: 'x'.repeat(129) },
    { login: 1, password: PASSWORD, extra: true },
  ]
  for (const body of bodies) {
    const answer = await front.ask(`POST ${ADMIN}/login`, { body, address })
    t.match(answer, { status: 400, code: 'invalid_input' }, JSON.stringify(body))
  }
  const elsewhere = { status: 403, code: 'auth.invalid_terminal' }
  t.match(await login(ADMIN, { terminal: 'web' }, address), elsewhere)
  t.match(await login(TRADER, { terminal: 'admin' }, address), elsewhere)
  t.match(await login(ADMIN, {}, address), { status: 200 })
  t.same(front.failures, [])
})

t.test('each refusal of a sign-in has its code', async (t) => {
  const wrong = { status: 401, code: 'auth.invalid_credentials' }
  t.match(await login(ADMIN, { password: 'wrong' }), wrong)
  t.match(await login(ADMIN, { login: 987654 }), wrong)
  t.match(await login(ADMIN, { login: trader }), { status: 403, code: 'auth.not_staff' })
  t.match(await login(ADMIN, { otp: '123456' }), { status: 401, code: 'auth.otp_not_set' })
  const states: [code: string, sql: string, undo: string][] = [
    ['auth.account_disabled', 'accounts SET enabled = 0', 'accounts SET enabled = 1'],
    ['auth.account_disabled', 'staff SET active = 0', 'staff SET active = 1'],
    ['auth.otp_required', 'accounts SET otp_enabled = 1', 'accounts SET otp_enabled = 0'],
    ['auth.ip_not_allowed', `staff SET ip_allow = '["10.0.0.0/8"]'`, `staff SET ip_allow = '[]'`],
    ['auth.terminal_not_allowed', `staff SET rights = '[]'`, `staff SET rights = '["journal"]'`],
  ]
  for (const [code, sql, undo] of states) {
    front.edit((db) => db.exec(`UPDATE ${sql} WHERE login = 1`))
    t.match(await login(ADMIN, { terminal: 'admin' }), { code })
    t.match(
      await login(ADMIN, { terminal: 'admin', password: 'wrong' }),
      wrong,
      'the password first',
    )
    front.edit((db) => db.exec(`UPDATE ${undo} WHERE login = 1`))
  }
})

t.test('a session that must change its password may ask who it is and sign out', async (t) => {
  front.edit((db) =>
    db.exec(`UPDATE accounts SET must_change_password = 1 WHERE login = ${trader}`),
  )
  const answer = await login(TRADER, {})
  t.match(answer.data['session'], { must_change_password: true })
  t.match(await me(TRADER, headersOf(answer)), { data: { must_change_password: true } })
  t.match(await front.ask(`POST ${TRADER}/logout`, { headers: headersOf(answer) }), { status: 200 })
})

t.test('five wrong passwords block the login at that address, right ones too', async (t) => {
  const address = newAddress()
  for (let i = 0; i < 5; i++) await login(ADMIN, { password: 'wrong' }, address)
  const blocked = { status: 429, code: 'auth.too_many_attempts' }
  t.match(await login(ADMIN, {}, address), blocked)
  t.match(await login(ADMIN, {}), { status: 200 }, 'elsewhere it goes on')
})

t.test('guesses sent in parallel learn nothing beyond the fifth', async (t) => {
  const address = newAddress()
  const guesses = [...new Array<string>(20).fill('wrong'), PASSWORD]
  const all = await Promise.all(guesses.map((password) => login(ADMIN, { password }, address)))
  const codes = all.map(({ code }) => code)
  t.equal(codes.filter((code) => code === 'auth.invalid_credentials').length, 5)
  t.equal(codes.at(-1), 'auth.too_many_attempts', 'the right one is not told')
})

t.test('a page of another site signs nobody in with cookies', async (t) => {
  const from = async (headers: Record<string, string>, terminal = 'web') => {
    const body = { login: trader, password: PASSWORD, terminal }
    const { status, code, cookies } = await front.ask(`POST ${TRADER}/login`, {
      body,
      headers,
      address: newAddress(),
    })
    return [status, code, cookies.length]
  }
  const refused = [403, 'forbidden', 0]
  const evil = { origin: 'https://evil.example', host: 'trade.example' }
  t.same(await from({ ...evil, 'sec-fetch-site': 'cross-site' }), refused)
  t.same(await from({ 'sec-fetch-site': 'cross-site' }), refused)
  t.same(await from(evil), refused, 'an older browser')
  t.same(await from(evil, 'desktop'), [200, 'ok', 0], 'a program gets no cookies')
  const own = { origin: 'https://trade.example', host: 'trade.example' }
  t.same(await from(own), [200, 'ok', 2])
  t.same(await from({ ...own, 'sec-fetch-site': 'same-origin' }), [200, 'ok', 2])
})

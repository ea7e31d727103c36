import t from 'tap'
import {
  digestsOf,
  type IssuedTokens,
  issueTokens,
} from '../../../actors/sign-in/session-tokens.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { requestId } from '../../../actors/thread/random.js'
import { ACCESS_MS, type Terminal } from '../../../engine/access/session.js'
import type { AccessFacts, StaffFacts } from '../../../engine/access/sign-in.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { PlainRequest } from '../../../http/exchange/request.js'
import type { Proof } from '../../../http/exchange/session.js'
import { readCookie } from '../../../http/server/cookies.js'
import { LiveSession } from '../../../http/sessions/live-session.js'
import { byAge, loadSessions, SessionStore } from '../../../http/sessions/session-store.js'
import type { SessionRecord } from '../../../wire/thread/auth-messages.js'

const STAFF: StaffFacts = {
  active: true,
  rights: ['accounts.view'],
  groupScope: ['real\\*'],
  ipAllow: [],
  logsMonths: 3,
  reportsMonths: 6,
}
const FACTS: AccessFacts = {
  login: 7,
  name: '',
  group: 'managers\\dealers',
  enabled: true,
  mustChangePassword: false,
  apiEnabled: false,
  apiIpAllow: [],
  otpEnabled: false,
  otpRequired: false,
  staff: STAFF,
}

const EXPIRED = 'auth.session_expired'

function given() {
  let now = 1_000_000
  const store = new SessionStore({ ...systemClock(), now: () => now })
  const closed: string[] = []
  store.onClosed((session) => closed.push(session.id))
  const advance = (ms: number): void => {
    now += ms
  }
  return { store, closed, advance, now: () => now }
}

function record(id: string, tokens: IssuedTokens, terminal: Terminal = 'manager'): SessionRecord {
  return {
    id,
    login: 7,
    side: terminal === 'manager' ? 'staff' : 'trader',
    terminal,
    readOnly: false,
    keepSignedIn: false,
    ip: '192.0.2.1',
    userAgent: 'test',
    createdAt: 1_000_000,
    refreshedAt: 1_000_000,
    accessExpiresAt: 1_000_000 + ACCESS_MS,
    refreshExpiresAt: 1_000_000 + 2 * ACCESS_MS,
    digests: digestsOf(tokens),
  }
}

function request(headers: Record<string, string>, address = '192.0.2.1'): PlainRequest {
  const rest = { method: 'GET', path: '/', query: '', secure: true, requestId: requestId() }
  return { ...rest, headers, address }
}

function cookieOf(tokens: IssuedTokens): Record<string, string> {
  return { cookie: `a=b; of_access_s=${tokens.access}` }
}

function codeOf(found: unknown): string {
  return found instanceof LiveSession ? 'ok' : (found as { code: string }).code
}

t.test('a cookie is found by its whole name', (t) => {
  const rows: [header: string | undefined, value: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['n=1', '1'],
    ['a=b; n=1', '1'],
    ['a=b;n=1;c=d', '1'],
    ['an=2; n=1', '1'],
    ['n1=2; n=1', '1'],
    ['n=1; n=2', '1'],
    ['a=n=2', undefined],
    ['n', undefined],
    ['n=', ''],
  ]
  for (const [header, value] of rows) t.equal(readCookie(header, 'n'), value, String(header))
  t.end()
})

t.test('what the desk has is taken over whole, whatever was there, as often as it is read', (t) => {
  const { store, closed } = given()
  const changed: string[] = []
  store.onChanged((session) => changed.push(session.id))
  const [kept, gone, late] = [issueTokens(), issueTokens(), issueTokens()]
  const early = store.opened({ session: record('kept', kept), facts: FACTS })
  store.opened({ session: record('gone', gone), facts: FACTS })
  const next = issueTokens(kept.refresh.slice(0, 43))
  const live = {
    sessions: [record('kept', next), record('late', late), record('strange', late)].map((one) =>
      one.id === 'strange' ? { ...one, login: 8 } : one,
    ),
    keys: [],
    facts: [{ ...FACTS, mustChangePassword: true }],
  }
  for (let times = 0; times < 2; times++) {
    store.load(live)
    t.same(closed, ['gone'], 'what is no longer there is closed, once')
    t.equal(store.size, 2, 'a session without an account is none')
    t.same(
      store.ofLogin(7).map(({ id }) => id),
      ['kept', 'late'],
    )
    t.equal(store.bySessionId('kept'), early, 'the same object, which sockets hold')
    t.equal(early.mustChangePassword, true)
    const codes = [kept, next, gone, late].map((tokens) =>
      codeOf(store.authenticate(request(cookieOf(tokens)), 'staff', 'access')),
    )
    t.same(codes, ['auth.session_expired', 'ok', 'auth.session_expired', 'ok'])
  }
  t.same(changed, ['kept', 'kept', 'late'], 'those that were there before are told of')
  store.opened({ session: record('kept', next), facts: FACTS })
  t.equal(store.ofLogin(7).length, 2, 'nor is it there twice when it is opened again')
  store.close('kept')
  store.close('late')
  t.same(store.ofLogin(7), [])
  t.end()
})

t.test('what the desk announces of a login is told of each of its sessions', (t) => {
  const { store } = given()
  const changed: string[] = []
  store.onChanged((session) => changed.push(`${session.id} ${session.mustChangePassword}`))
  for (const id of ['a', 'b']) store.opened({ session: record(id, issueTokens()), facts: FACTS })
  store.take({ type: 'access', facts: { ...FACTS, mustChangePassword: true } })
  store.take({ type: 'access', facts: { ...FACTS, login: 9 } })
  t.same(changed, ['a true', 'b true'])
  t.end()
})

t.test('an access token opens its session until it expires or is replaced', (t) => {
  const { store, advance } = given()
  const first = issueTokens()
  store.opened({ session: record('s', first), facts: FACTS })
  const found = store.authenticate(request(cookieOf(first)), 'staff', 'access')
  t.equal(codeOf(found), 'ok')
  t.equal(found, store.authenticate(request(cookieOf(first)), 'staff', 'access'), 'warm too')
  const live = found as LiveSession
  t.equal(live.accessToken, first.access)
  const second = issueTokens(first.refresh.slice(0, 43))
  store.refreshed({ session: record('s', second), facts: FACTS })
  t.equal(live.accessToken, null, 'the next one has not been shown yet')
  t.equal(
    codeOf(store.authenticate(request(cookieOf(first)), 'staff', 'access')),
    'auth.session_expired',
  )
  t.equal(
    found,
    store.authenticate(request(cookieOf(second)), 'staff', 'access'),
    'the same object',
  )
  advance(ACCESS_MS)
  t.equal(
    codeOf(store.authenticate(request(cookieOf(second)), 'staff', 'access')),
    'auth.session_expired',
  )
  t.end()
})

t.test('a closed session opens nothing, is told once, and no late refresh revives it', (t) => {
  const { store, closed } = given()
  const tokens = issueTokens()
  const live = store.opened({ session: record('s', tokens), facts: FACTS })
  t.equal(live.isClosed, false)
  store.authenticate(request(cookieOf(tokens)), 'staff', 'access')
  store.take({ type: 'sessions_closed', ids: ['s', 's', 'unknown'] })
  t.same(closed, ['s'])
  t.equal(live.isClosed, true)
  t.equal(store.refreshed({ session: record('s', issueTokens()), facts: FACTS }), null)
  t.equal(
    codeOf(store.authenticate(request(cookieOf(tokens)), 'staff', 'access')),
    'auth.session_expired',
  )
  const refresh = request({ cookie: `of_refresh_s=${tokens.refresh}` })
  t.equal(codeOf(store.authenticate(refresh, 'staff', 'access_or_refresh')), EXPIRED)
  t.same([store.size, store.bySessionId('s'), store.ofLogin(7)], [0, undefined, []])
  t.end()
})

t.test('changed facts are read by whoever holds the session', (t) => {
  const { store } = given()
  const tokens = issueTokens()
  const live = store.opened({ session: record('s', tokens), facts: FACTS })
  t.match(live, { group: 'managers\\dealers', groupScope: ['real\\*'], logsMonths: 3 })
  const staff = { ...STAFF, rights: ['journal'], groupScope: [], ipAllow: ['10.0.0.0/8'] }
  store.take({ type: 'access', facts: { ...FACTS, otpRequired: true, staff } })
  t.same([...live.rights], ['journal'])
  t.same([live.mustEnrolOtp, live.groupScope], [true, []])
  const from = (address: string) =>
    codeOf(store.authenticate(request(cookieOf(tokens), address), 'staff', 'access'))
  t.equal(from('192.0.2.1'), 'auth.ip_not_allowed')
  t.equal(from('10.1.1.1'), 'ok')
  t.equal(from('192.0.2.1'), 'auth.ip_not_allowed', 'also after an address that is fine')
  t.equal(from('10.1.1.1'), 'ok')
  const moved = { ...staff, ipAllow: ['192.0.2.0/24'] }
  store.take({ type: 'access', facts: { ...FACTS, staff: moved } })
  t.equal(
    from('10.1.1.1'),
    'auth.ip_not_allowed',
    'the address that was fine last is asked about again',
  )
  t.equal(from('192.0.2.1'), 'ok')
  t.end()
})

t.test('a staff user on a trader terminal has no rights there', (t) => {
  const { store } = given()
  const live = store.opened({ session: record('s', issueTokens(), 'ios'), facts: FACTS })
  t.same([live.rights.size, live.groupScope, live.logsMonths], [0, [], 0])
  t.end()
})

t.test('a password to change holds up its owner, not the investor', (t) => {
  const { store } = given()
  const facts = { ...FACTS, mustChangePassword: true }
  const owner = record('a', issueTokens(), 'ios')
  t.equal(store.opened({ session: owner, facts }).mustChangePassword, true)
  const investor = { ...record('b', issueTokens(), 'ios'), readOnly: true }
  t.equal(store.opened({ session: investor, facts }).mustChangePassword, false)
  t.end()
})

t.test('the sweep closes what no token opens, a part at a time', (t) => {
  const { store, closed, advance } = given()
  for (let i = 0; i < 2500; i++) {
    store.opened({ session: record(`s${i}`, issueTokens()), facts: FACTS })
  }
  advance(2 * ACCESS_MS)
  store.sweep()
  t.equal(closed.length, 1000)
  for (let i = 0; i < 3; i++) store.sweep()
  t.same([closed.length, store.size], [2500, 0])
  t.end()
})

t.test('the sweep leaves what a token opens, and looks at it again', (t) => {
  const { store, closed, advance } = given()
  store.opened({ session: record('a', issueTokens()), facts: FACTS })
  advance(2 * ACCESS_MS - 1)
  for (let i = 0; i < 3; i++) store.sweep()
  t.same([closed, store.size], [[], 1])
  advance(1)
  store.sweep()
  t.same([closed, store.size], [['a'], 0])
  t.end()
})

t.test(
  'a session was seen when it was refreshed and when it was used, and a refusal is its own',
  (t) => {
    const { store, advance, now } = given()
    const tokens = issueTokens()
    const live = store.opened({ session: record('s', tokens), facts: FACTS })
    advance(5)
    store.refreshed({ session: record('s', tokens), facts: FACTS })
    t.equal(live.lastSeenAt, now())
    advance(5)
    store.authenticate(request(cookieOf(tokens)), 'staff', 'access')
    t.equal(live.lastSeenAt, now())
    advance(5)
    const refused = store.authenticate(request(cookieOf(issueTokens())), 'staff', 'access')
    t.same(refused, because('auth.session_expired.over'))
    t.equal(live.lastSeenAt, now() - 5)
    const nothing = store.authenticate(request({}), 'staff', 'access')
    t.match(nothing, {
      code: EXPIRED,
      message: /^The request has no access token\..*Authorization: Bearer/,
    })
    t.end()
  },
)

t.test('who can set up codes for an account is held to it, and nobody else', (t) => {
  const { store } = given()
  const facts = { ...FACTS, otpRequired: true }
  const held = (terminal: Terminal, over: Partial<SessionRecord> = {}) => {
    const id = JSON.stringify([terminal, over])
    const session = { ...record(id, issueTokens(), terminal), ...over }
    return store.opened({ session, facts }).mustEnrolOtp
  }
  t.ok(held('manager'))
  t.ok(held('web'))
  t.notOk(held('web', { readOnly: true }), 'an investor')
  t.notOk(held('api'), 'a machine')
  t.end()
})

t.test('a bearer token is of a program and of its own side, and wins over cookies', (t) => {
  const { store, advance, now } = given()
  const [browser, program] = [issueTokens(), issueTokens()]
  store.opened({ session: record('a', browser, 'web'), facts: FACTS })
  const live = store.opened({ session: record('b', program, 'desktop'), facts: FACTS })
  const cookie = `of_access_t=${browser.access}; of_refresh_t=${browser.refresh}`
  const opens = (headers: Record<string, string>, side: 'trader' | 'staff' = 'trader') =>
    codeOf(store.authenticate(request(headers), side, 'access_or_refresh'))
  advance(5)
  for (const [authorization, code] of [
    [`bearer ${program.access}`, EXPIRED],
    [program.access, EXPIRED],
    [`XXXXXXX${program.access}`, EXPIRED],
    [`Bearer ${browser.access}`, EXPIRED],
    [`Bearer ${program.refresh}`, EXPIRED],
    [`Bearer ${issueTokens().access}`, EXPIRED],
    ['Bearer x', EXPIRED],
    ['', EXPIRED],
  ] as const) {
    t.equal(opens({ authorization, cookie }), code, authorization)
  }
  t.equal(opens({ cookie }), 'ok')
  const authorization = `Bearer ${program.access}`
  t.equal(opens({ authorization }, 'staff'), 'auth.invalid_terminal')
  t.equal(live.lastSeenAt, 1_000_000)
  t.equal(opens({ authorization }), 'ok')
  t.equal(live.lastSeenAt, now())
  t.end()
})

t.test('a refresh cookie proves its session where that is enough, until it ends', (t) => {
  const { store, advance } = given()
  const [tokens, others, program] = [issueTokens(), issueTokens(), issueTokens()]
  store.opened({ session: record('a', tokens), facts: FACTS })
  store.opened({ session: record('b', others, 'web'), facts: FACTS })
  store.opened({ session: record('c', program, 'desktop'), facts: FACTS })
  const opens = (
    cookie: string,
    proof: Proof = 'access_or_refresh',
    side: 'trader' | 'staff' = 'staff',
  ) => codeOf(store.authenticate(request({ cookie }), side, proof))
  const own = `of_refresh_s=${tokens.refresh}`
  const access = `of_access_s=${tokens.access}`
  t.equal(opens(own), 'ok')
  t.equal(opens(own, 'access'), EXPIRED)
  for (const cookie of [
    'a=b',
    'of_refresh_s=x',
    `of_refresh_s=${issueTokens().refresh}`,
    `of_refresh_s=${issueTokens(tokens.refresh.slice(0, 43)).refresh}`,
    `of_refresh_s=${others.refresh}`,
    `of_access_s=${others.access}`,
    `of_refresh_t=${tokens.refresh}`,
  ]) {
    t.equal(opens(cookie), EXPIRED, cookie)
  }
  t.equal(
    opens(`of_refresh_t=${program.refresh}`, 'access_or_refresh', 'trader'),
    EXPIRED,
    'no browser',
  )
  t.equal(
    opens(`of_access_t=${program.access}`, 'access_or_refresh', 'trader'),
    EXPIRED,
    'no browser',
  )
  t.equal(opens(`of_access_s=${others.access}; ${own}`), 'ok')
  advance(ACCESS_MS - 1)
  t.same([opens(access), opens(own)], ['ok', 'ok'])
  advance(1)
  t.same([opens(access), opens(own)], [EXPIRED, 'ok'])
  advance(ACCESS_MS - 1)
  t.equal(opens(own), 'ok')
  advance(1)
  t.equal(opens(own), EXPIRED)
  t.end()
})

t.test('a terminal that the server is closed to opens nothing while it is', (t) => {
  let isOpen = true
  const store = new SessionStore(systemClock(), {
    isOpen: (terminal) => isOpen && terminal !== 'ios',
  })
  const tokens = issueTokens()
  const later = { accessExpiresAt: Number.MAX_SAFE_INTEGER }
  store.opened({ session: { ...record('s', tokens), ...later }, facts: FACTS })
  const opens = () => store.authenticate(request(cookieOf(tokens)), 'staff', 'access')
  t.equal(codeOf(opens()), 'ok')
  isOpen = false
  t.equal(codeOf(opens()), 'auth.terminal_not_allowed')
  isOpen = true
  t.equal(codeOf(opens()), 'ok')
  t.end()
})

t.test('the sessions of the desk are loaded and answered, or it is said why not', async (t) => {
  const { store } = given()
  const sessions = [record('s', issueTokens())]
  const asked: unknown[] = []
  const answers: object[] = [
    { ok: true, value: { sessions, keys: [], facts: [FACTS] } },
    { ok: false, code: 'unavailable', message: 'busy' },
  ]
  const desk = {
    ask: async (...what: unknown[]) => {
      asked.push(what)
      return answers.shift()
    },
  } as unknown as Parameters<typeof loadSessions>[0]
  t.equal(await loadSessions(desk, store), sessions)
  t.same([asked, store.ofLogin(7).map(({ id }) => id)], [[['auth.live', null]], ['s']])
  await t.rejects(loadSessions(desk, store), { message: 'the sessions cannot be read: busy' })
  t.equal(store.size, 1)
})

t.test('sessions are in the order in which they began, those of one moment by their ids', (t) => {
  const rows = [
    { id: 'c', createdAt: 2 },
    { id: 'b', createdAt: 2 },
    { id: 'z', createdAt: 1 },
    { id: 'a', createdAt: 3 },
    { id: 'd', createdAt: 2 },
  ]
  const ids = (order: typeof rows) => order.toSorted(byAge).map(({ id }) => id)
  t.same(ids(rows), ['z', 'b', 'c', 'd', 'a'])
  t.same(ids(rows.toReversed()), ['z', 'b', 'c', 'd', 'a'])
  t.equal(byAge({ id: 'a', createdAt: 1 }, { id: 'a', createdAt: 1 }), 0)
  t.end()
})

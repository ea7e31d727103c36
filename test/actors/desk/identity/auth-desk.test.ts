import { join } from 'node:path'
import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { openDesk } from '../../../../actors/desk/desk.js'
import { accessFactsReader } from '../../../../actors/desk/identity/access-facts.js'
import { AuthDesk, SESSIONS_PER_HOLDER_MAX } from '../../../../actors/desk/identity/auth.js'
import { FAILED_LINES_PER_MINUTE } from '../../../../actors/desk/identity/failed-sign-ins.js'
import { configDesk } from '../../../../actors/desk/settings/config.js'
import {
  digestsOf,
  familyOf,
  type IssuedTokens,
  issueTokens,
} from '../../../../actors/sign-in/session-tokens.js'
import { accept } from '../../../../actors/thread/ask.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { randomKey, tokenDigest } from '../../../../actors/thread/random.js'
import {
  ACCESS_MS,
  REFRESH_IDLE_MS,
  REFRESH_KEPT_MS,
  SESSION_MAX_MS,
} from '../../../../engine/access/session.js'
import { kindOf } from '../../../../engine/config/kinds.js'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { sessionsRepo } from '../../../../storage/repos/people/sessions.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { journalRepo } from '../../../../storage/repos/records/journal.js'
import { openSeal } from '../../../../storage/secrets/seal.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import type { AuthEvent, AuthOperations } from '../../../../wire/thread/auth-messages.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { codeSaid, scratch, value } from '../../../given/desk.js'

type OpenRequest = AuthOperations['auth.open']['request']
type RefreshRequest = AuthOperations['auth.refresh']['request']

/** A desk on a real file, with a clock that the test moves. */
function given(test: { teardown(run: () => void): unknown }) {
  const db = openWriter(join(scratch(test), 'openfloor.sqlite'))
  test.teardown(() => db.close())
  migrate(db)
  let now = 1_000_000
  const clock = { ...systemClock(), now: () => now }
  const events: AuthEvent[] = []
  const seal = openSeal(randomKey(), randomKey)
  const rules = { isOpen: (_terminal: string) => true }
  const publish = (event: DeskEvent): void => {
    if (event.type === 'auth') events.push(event.event)
  }
  const access = { isOpen: (terminal: string) => rules.isOpen(terminal) }
  const desk = openDesk(db, clock, 1, seal, publish, { access })
  const { config } = desk
  const group = kindOf('groups').defaults({ path: 'managers\\dealers' })
  desk.change(() => accept(config.insert('groups', config.takeId('groups'), group, {}, now)))
  config.reload()
  for (const login of [7, 8]) {
    accountsRepo(db).insert(accountWithDefaults({ login, group: 'managers\\dealers' }), now)
    credentialsRepo(db).set(login, 'master', `hash-${login}`, now)
  }
  staffRepo(db).insert({ login: 7, rights: ['accounts.view'], group_scope: ['*'] }, now)
  const advance = (ms: number): void => {
    now += ms
  }
  return { db, desk, auth: new AuthDesk(desk), events, advance, rules }
}

type Given = ReturnType<typeof given>

const ORIGIN = { ip: '10.0.0.1', requestId: 'r-1' }

function openSession({ auth }: Given, login = 7, over: Partial<OpenRequest> = {}) {
  const tokens = issueTokens()
  const request: OpenRequest = {
    login,
    side: 'staff',
    terminal: 'manager',
    credential: { kind: 'master', hash: `hash-${login}` },
    rehash: null,
    otp: '',
    keepSignedIn: false,
    userAgent: 'test',
    digests: digestsOf(tokens),
    origin: ORIGIN,
    ...over,
  }
  return { tokens, outcome: auth.open(request) }
}

function refreshWith({ auth }: Given, tokens: IssuedTokens, over: Partial<RefreshRequest> = {}) {
  const next = issueTokens(familyOf(tokens.refresh) ?? '')
  const { family, ...digests } = digestsOf(next)
  const outcome = auth.refresh({
    side: 'staff',
    family,
    refresh: tokenDigest(tokens.refresh),
    from: 'cookie',
    csrf: tokenDigest(tokens.csrf),
    account: null,
    next: digests,
    origin: ORIGIN,
    ...over,
  })
  return { tokens: next, outcome }
}

function journalTexts({ db }: Given): string[] {
  return db.prepare<[], string>('SELECT text FROM journal ORDER BY id').pluck().all()
}

t.test('a refresh goes on with new tokens, and an old one closes the session', (t) => {
  const its = given(t)
  const first = openSession(its)
  const { session } = value(first.outcome)
  const second = refreshWith(its, first.tokens)
  t.equal(value(second.outcome).session.id, session.id)
  const third = refreshWith(its, second.tokens)
  t.equal(codeSaid(third.outcome), 'ok')
  t.equal(codeSaid(refreshWith(its, first.tokens).outcome), 'auth.refresh_reused')
  t.same(its.events, [{ type: 'sessions_closed', ids: [session.id] }])
  t.equal(codeSaid(refreshWith(its, third.tokens).outcome), 'auth.session_expired', 'it is gone')
  t.same(journalTexts(its), [
    'Signed in to terminal manager',
    'Session closed: an old refresh token was used',
  ])
  t.equal(journalRepo(its.db).brokenAt(), undefined)
  t.end()
})

// Each row breaks one rule more than the row under it.
t.test(
  'a refresh that is refused rotates nothing, and its first broken rule names the code',
  (t) => {
    const its = given(t)
    const { tokens } = openSession(its)
    const rows: [string, Partial<RefreshRequest>][] = [
      ['auth.session_expired', { family: 'unknown', side: 'trader', csrf: null, account: 8 }],
      ['auth.invalid_terminal', { side: 'trader', from: 'body', csrf: null, account: 8 }],
      ['auth.session_expired', { side: 'trader', csrf: null, account: 8 }],
      ['auth.session_expired', { from: 'body', csrf: null, account: 8 }],
      ['auth.csrf_invalid', { csrf: null, account: 8 }],
      ['auth.csrf_invalid', { csrf: tokenDigest('x'), account: 8 }],
      ['auth.account_changed', { account: 8 }],
      ['ok', { account: 7 }],
    ]
    for (const [code, over] of rows) t.equal(codeSaid(refreshWith(its, tokens, over).outcome), code)
    t.same(its.events, [])
    t.end()
  },
)

t.test('a terminal that the server closes opens nothing, refreshes nothing, and is ended', (t) => {
  const its = given(t)
  const { tokens, outcome } = openSession(its)
  its.rules.isOpen = (terminal) => terminal !== 'manager'
  t.equal(codeSaid(openSession(its).outcome), 'auth.terminal_not_allowed')
  t.equal(codeSaid(refreshWith(its, tokens).outcome), 'auth.terminal_not_allowed')
  its.rules.isOpen = () => true
  const next = refreshWith(its, tokens)
  t.equal(codeSaid(next.outcome), 'ok', 'and the token was not spent')
  its.rules.isOpen = (terminal) => terminal !== 'manager'
  its.auth.accessOfChanged([7])
  t.match(its.events[0], { type: 'sessions_closed', ids: [value(outcome).session.id] })
  t.end()
})

t.test('a session ends when it is idle, and is swept', (t) => {
  const its = given(t)
  const { tokens, outcome } = openSession(its)
  its.advance(REFRESH_IDLE_MS)
  t.equal(codeSaid(refreshWith(its, tokens).outcome), 'auth.session_expired')
  t.same(its.auth.live(), { sessions: [], keys: [], facts: [] })
  t.equal(value(its.auth.sweep()), 1)
  t.same(its.events, [{ type: 'sessions_closed', ids: [value(outcome).session.id] }])
  t.equal(value(its.auth.sweep()), 0)
  t.end()
})

t.test('one session more than a login may have closes the one refreshed longest ago', (t) => {
  const its = given(t)
  const first = openSession(its)
  const sessions = sessionsRepo(its.db)
  const row = sessions.get(value(first.outcome).session.id)
  if (row === undefined) throw new Error('the first session is stored')
  its.db.transaction(() => {
    for (let i = 1; i < SESSIONS_PER_HOLDER_MAX; i++) {
      const refreshed_at = row.refreshed_at + i
      sessionsRepo(its.db).insert({ ...row, id: `s${i}`, family_digest: `f${i}`, refreshed_at })
    }
  })()
  its.advance(1000)
  refreshWith(its, first.tokens)
  openSession(its)
  t.same(its.events, [{ type: 'sessions_closed', ids: ['s1'] }])
  t.equal(its.auth.live().sessions.length, SESSIONS_PER_HOLDER_MAX)
  t.end()
})

t.test("sessions of those who hold another password close none of the owner's", (t) => {
  const its = given(t)
  const first = openSession(its)
  const row = sessionsRepo(its.db).get(value(first.outcome).session.id)
  if (row === undefined) throw new Error('the first session is stored')
  its.db.transaction(() => {
    for (let i = 0; i < SESSIONS_PER_HOLDER_MAX; i++) {
      const other = {
        ...row,
        id: `r${i}`,
        family_digest: `f${i}`,
        refreshed_at: row.refreshed_at + 1,
      }
      sessionsRepo(its.db).insert({ ...other, side: 'trader', terminal: 'web', read_only: true })
    }
  })()
  value(openSession(its).outcome)
  t.same(its.events, [])
  its.db.exec("UPDATE credentials SET kind = 'investor' WHERE login = 7")
  const credential = { kind: 'investor', hash: 'hash-7' } as const
  const web = { side: 'trader', terminal: 'web', credential } as const
  value(openSession(its, 7, web).outcome)
  t.match(its.events, [{ type: 'sessions_closed', ids: [/^r/] }])
  t.end()
})

t.test('a sign-in that a full disk refuses closes no other session', (t) => {
  const its = given(t)
  for (let i = 0; i < SESSIONS_PER_HOLDER_MAX; i++) value(openSession(its).outcome)
  its.db.pragma(`max_page_count = ${its.db.pragma('page_count', { simple: true })}`)
  const long = { rehash: 'x'.repeat(1_000_000) }
  t.equal(codeSaid(openSession(its, 7, long).outcome), 'unavailable')
  t.same(its.events, [])
  t.equal(its.auth.live().sessions.length, SESSIONS_PER_HOLDER_MAX)
  t.end()
})

t.test('sessions whose time is over stay until the disk has room, and nobody is told', (t) => {
  const its = given(t)
  value(openSession(its).outcome)
  its.db.exec(`CREATE TABLE filler (bytes);
    CREATE TRIGGER fills BEFORE DELETE ON sessions BEGIN INSERT INTO filler VALUES (zeroblob(1000000)); END`)
  const pages = its.db.pragma('page_count', { simple: true })
  its.db.pragma(`max_page_count = ${pages}`)
  its.advance(400 * 86_400_000)
  t.equal(codeSaid(its.auth.sweep()), 'unavailable')
  t.same(its.events, [])
  its.db.pragma('max_page_count = 1000000')
  t.equal(value(its.auth.sweep()), 1)
  t.match(its.events, [{ type: 'sessions_closed', ids: { length: 1 } }])
  t.end()
})

t.test('a password set while it was checked opens nothing', (t) => {
  const its = given(t)
  credentialsRepo(its.db).set(7, 'master', 'another', 1)
  t.equal(codeSaid(openSession(its).outcome), 'auth.invalid_credentials')
  t.equal(its.auth.live().sessions.length, 0)
  t.end()
})

t.test('a password without an account opens nothing', (t) => {
  const its = given(t)
  credentialsRepo(its.db).set(9, 'master', 'hash-9', 1)
  t.equal(codeSaid(openSession(its, 9).outcome), 'auth.invalid_credentials')
  t.equal(its.auth.live().sessions.length, 0)
  t.end()
})

t.test('a correct password with an older hash cost is hashed again', (t) => {
  const its = given(t)
  openSession(its, 7, { rehash: 'dearer' })
  t.equal(credentialsRepo(its.db).hash(7, 'master'), 'dearer')
  const account = accountsRepo(its.db).get(7)
  t.match(account, { last_access: 1_000_000, last_ip: '10.0.0.1', version: 1 })
  t.end()
})

t.test('changed rights are announced; access taken away closes the sessions', (t) => {
  const its = given(t)
  const { outcome } = openSession(its)
  its.db.exec(`UPDATE staff SET rights = '["journal"]' WHERE login = 7`)
  its.auth.accessOfChanged([7])
  t.match(its.events, [{ type: 'access', facts: { login: 7, staff: { rights: ['journal'] } } }])
  its.events.length = 0
  its.db.exec('UPDATE accounts SET enabled = 0 WHERE login = 7')
  its.auth.accessOfChanged([7])
  t.match(its.events, [
    { type: 'sessions_closed', ids: [value(outcome).session.id] },
    { type: 'access', facts: { enabled: false } },
  ])
  t.equal(codeSaid(openSession(its).outcome), 'auth.account_disabled')
  t.match(journalTexts(its), [
    /Signed in/,
    /access was taken away/,
    /refused: auth.account_disabled/,
  ])
  t.end()
})

t.test('sessions of a login without an account end, and nothing more is told of it', (t) => {
  const its = given(t)
  const { session } = value(openSession(its).outcome)
  its.db.pragma('foreign_keys = OFF')
  its.db.exec('DELETE FROM accounts WHERE login = 7')
  its.auth.accessOfChanged([7, 9])
  t.same(its.events, [{ type: 'sessions_closed', ids: [session.id] }])
  t.same(its.auth.live(), { sessions: [], keys: [], facts: [] })
  t.end()
})

t.test('a disabled group closes its accounts to sign-in', (t) => {
  const its = given(t)
  const [group] = its.desk.config.records.groups
  const actor = { login: null, ip: '', requestId: '' }
  const where = { kind: 'groups', id: group?.id ?? 0, version: 1 } as const
  configDesk(its.desk)['config.update']({ actor, ...where, input: { enabled: false } })
  t.equal(codeSaid(openSession(its).outcome), 'auth.account_disabled')
  t.end()
})

t.test('sessions hear of a group that closes or asks for codes, and of nothing else', (t) => {
  const its = given(t)
  const { outcome } = openSession(its)
  const [group] = its.desk.config.records.groups
  const actor = { login: null, ip: '', requestId: '' }
  let version = 0
  const change = (input: object): AuthEvent[] => {
    const where = { kind: 'groups', id: group?.id ?? 0, version: ++version } as const
    value(configDesk(its.desk)['config.update']({ actor, ...where, input: { ...input } }))
    return its.events.splice(0)
  }
  t.same(change({ company: 'Acme' }), [])
  const made = { kind: 'groups', input: { path: 'demo\\new', enabled: false } } as const
  value(configDesk(its.desk)['config.create']({ actor, ...made }))
  t.same(its.events, [])
  t.match(change({ otp_required: true }), [{ type: 'access', facts: { otpRequired: true } }])
  t.match(change({ otp_required: false }), [{ type: 'access', facts: { otpRequired: false } }])
  t.match(change({ enabled: false }), [
    { type: 'sessions_closed', ids: [value(outcome).session.id] },
    { type: 'access', facts: { enabled: false } },
  ])
  t.end()
})

t.test('an account is open that is enabled, not archived, and whose group is open', (t) => {
  const its = given(t)
  const facts = accessFactsReader(its.desk)
  t.equal(facts(99), undefined)
  const { staff, ...rest } = facts(7) ?? {}
  t.same(rest, {
    login: 7,
    name: '',
    group: 'managers\\dealers',
    enabled: true,
    mustChangePassword: false,
    apiEnabled: false,
    apiIpAllow: [],
    otpEnabled: false,
    otpRequired: false,
  })
  t.match(staff, { active: true, rights: ['accounts.view'], groupScope: ['*'] })
  t.equal(facts(8)?.staff, null)
  const accounts = accountsRepo(its.db)
  accounts.update(8, { enabled: false }, 2)
  t.equal(facts(8)?.enabled, false)
  accounts.update(8, { enabled: true, archived_at: 5 }, 2)
  t.equal(facts(8)?.enabled, false)
  accounts.update(8, { archived_at: null }, 2)
  t.equal(facts(8)?.enabled, true)
  accounts.update(8, { group: 'gone' }, 2)
  t.match(facts(8), { enabled: true, otpRequired: false }, 'a group that is not there')
  t.end()
})

t.test('all sessions of a login are closed together, and no others', (t) => {
  const its = given(t)
  openSession(its)
  openSession(its)
  openSession(its, 8, { side: 'trader', terminal: 'web' })
  const request = { login: 7, actor: 1, why: 'kicked', origin: ORIGIN }
  const closed = value(its.auth.closeLogin(request))
  t.equal(closed.length, 2)
  t.same(its.events, [{ type: 'sessions_closed', ids: closed }])
  t.same(
    its.auth.live().sessions.map(({ login }) => login),
    [8],
  )
  t.same(value(its.auth.closeLogin(request)), [])
  t.equal(journalTexts(its).at(-1), '2 sessions closed: kicked')
  t.end()
})

t.test('failed sign-ins of a minute are a line for each login and address, and a number', (t) => {
  const desk = given(t)
  const { auth, advance } = desk
  const fail = (login: number, ip: string) =>
    auth.failed({
      login,
      did: 'sign_in',
      terminal: 'manager',
      origin: { ip, requestId: 'r-2' },
    } as const)
  for (let i = 0; i < 500; i++) value(fail(7, '10.0.0.7'))
  value(fail(7, '10.0.0.8'))
  value(fail(99, '10.0.0.7'))
  const first = 'Sign-in to terminal manager failed: wrong password'
  t.same(lines(desk), [
    ['10.0.0.7', 7, first],
    ['10.0.0.8', 7, first],
    ['10.0.0.7', null, 'Sign-in to terminal manager failed: unknown login 99'],
  ])
  advance(59_999)
  auth.sweep()
  t.equal(lines(desk).length, 3)
  advance(1)
  auth.sweep()
  t.same(lines(desk).slice(3), [['10.0.0.7', 7, `${first}, 499 more within a minute`]])
  value(fail(7, '10.0.0.7'))
  t.equal(lines(desk).length, 5, 'the next minute begins with a line')
  value(fail(7, '10.0.0.7'))
  value(auth.settle())
  t.same(lines(desk)[5]?.[2], `${first}, 1 more within a minute`, 'the desk ends')
  t.end()
})

t.test('a minute has so many lines of failed sign-ins, from however many addresses', (t) => {
  const desk = given(t)
  const { auth, advance } = desk
  for (let i = 0; i < FAILED_LINES_PER_MINUTE + 500; i++) {
    const origin = { ip: `10.1.${i >> 8}.${i & 255}`, requestId: 'r-3' }
    value(auth.failed({ login: 7, did: 'sign_in', terminal: 'web', origin }))
  }
  t.equal(lines(desk).length, FAILED_LINES_PER_MINUTE)
  advance(60_000)
  auth.sweep()
  t.same(lines(desk).slice(FAILED_LINES_PER_MINUTE), [
    ['', null, '500 more sign-ins failed within a minute'],
  ])
  t.end()
})

t.test('failed sign-ins that a full disk does not take are told once it has room', (t) => {
  const its = given(t)
  const { auth, advance, db } = its
  const terminal = 'x'.repeat(1_000_000)
  const fail = () => auth.failed({ login: 7, did: 'sign_in', terminal, origin: ORIGIN } as never)
  for (let n = 0; n < 3; n++) value(fail())
  advance(60_000)
  const pages = Number(db.pragma('max_page_count', { simple: true }))
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  t.same([fail(), auth.sweep()].map(codeSaid), ['unavailable', 'unavailable'])
  t.equal(lines(its).length, 1)
  db.pragma(`max_page_count = ${pages}`)
  t.equal(codeSaid(auth.sweep()), 'ok')
  t.match(
    lines(its).map(([, , text]) => String(text).slice(-30)),
    ['failed: wrong password', /, 2 more within a minute$/],
  )
  t.end()
})

t.test('a session is stored and answered whole, as it begins and as it is refreshed', (t) => {
  const its = given(t)
  credentialsRepo(its.db).set(8, 'investor', 'hash-i', 1)
  const long = 'u'.repeat(300)
  const over = { side: 'trader', terminal: 'ios', keepSignedIn: true, userAgent: long } as const
  const credential = { kind: 'investor', hash: 'hash-i' } as const
  const { tokens, outcome } = openSession(its, 8, { ...over, credential })
  const { session, facts } = value(outcome)
  const { id } = session
  const at = 1_000_000
  const { family, ...digests } = digestsOf(tokens)
  const begun = {
    id,
    login: 8,
    side: 'trader',
    terminal: 'ios',
    readOnly: true,
    keepSignedIn: true,
    ip: '10.0.0.1',
    userAgent: long.slice(0, 256),
    createdAt: at,
    refreshedAt: at,
    accessExpiresAt: at + ACCESS_MS,
    refreshExpiresAt: at + REFRESH_KEPT_MS,
    digests: { ...digests, family },
  }
  t.same(session, begun)
  t.same(facts, {
    login: 8,
    name: '',
    group: 'managers\\dealers',
    enabled: true,
    mustChangePassword: false,
    apiEnabled: false,
    apiIpAllow: [],
    otpEnabled: false,
    otpRequired: false,
    staff: null,
  })
  t.same(its.auth.live(), { sessions: [begun], keys: [], facts: [facts] })
  its.advance(1_000)
  const origin = { ip: '10.0.0.2', requestId: 'r-2' }
  const from = { side: 'trader', from: 'body', csrf: null, origin } as const
  const next = refreshWith(its, tokens, from)
  const { family: _, ...later } = digestsOf(next.tokens)
  const refreshed = {
    ...begun,
    ip: '10.0.0.2',
    refreshedAt: at + 1_000,
    accessExpiresAt: at + 1_000 + ACCESS_MS,
    digests: { ...later, family },
    refreshExpiresAt: at + 1_000 + REFRESH_KEPT_MS,
  }
  t.same(next.outcome, { ok: true, value: { session: refreshed, facts } })
  t.same(its.auth.live(), { sessions: [refreshed], keys: [], facts: [facts] })
  t.equal(sessionsRepo(its.db).get(id)?.expires_at, at + SESSION_MAX_MS)
  t.match(accountsRepo(its.db).get(8), { last_access: at + 1_000, last_ip: '10.0.0.2' })
  t.end()
})

t.test('each line of a session says who, where and on which request', (t) => {
  const its = given(t)
  const { auth } = its
  const origin = (n: number) => ({ ip: `10.0.0.${n}`, requestId: `r-${n}` })
  const session = value(openSession(its, 7, { origin: origin(1) }).outcome).session.id
  t.same(auth.close({ id: session, origin: origin(2) }), { ok: true, value: true })
  t.same(its.events, [{ type: 'sessions_closed', ids: [session] }])
  t.same(auth.close({ id: session, origin: origin(2) }), { ok: true, value: false }, 'once')
  const { tokens } = openSession(its, 7, { origin: origin(3) })
  refreshWith(its, tokens)
  refreshWith(its, tokens, { origin: origin(4) })
  const own = value(openSession(its, 7, { origin: origin(5) }).outcome).session.id
  const change = { login: 7, session: own, current: 'hash-7', hash: 'new', origin: origin(6) }
  t.equal(codeSaid(auth.changePassword({ ...change, login: 8 })), 'auth.session_expired')
  t.equal(codeSaid(auth.changePassword({ ...change, session: 'x' })), 'auth.session_expired')
  t.equal(codeSaid(auth.changePassword({ ...change, current: 'x' })), 'auth.invalid_credentials')
  its.events.length = 0
  t.same(auth.changePassword(change), { ok: true, value: null })
  t.match(its.events, [
    { type: 'sessions_closed', ids: [own] },
    { type: 'access', facts: { login: 7, mustChangePassword: false } },
  ])
  t.equal(credentialsRepo(its.db).hash(7, 'master'), 'new')
  const failed = { did: 'change_password', terminal: 'web', origin: origin(7) } as const
  value(auth.failed({ login: 7, ...failed }))
  value(auth.failed({ login: 7, ...failed }))
  value(auth.settle())
  openSession(its, 8, { side: 'trader', terminal: 'web', origin: origin(8) })
  value(auth.closeLogin({ login: 8, actor: 1, why: 'kicked', origin: origin(9) }))
  const rows = its.db.prepare('SELECT actor, login, kind, text, ip, request_id FROM journal')
  const line = (n: number, actor: number | null, login: number, text: string) => [
    actor,
    login,
    'auth',
    text,
    `10.0.0.${n}`,
    `r-${n}`,
  ]
  const wrong = 'Change of password at terminal web failed: wrong password'
  t.same(rows.raw().all(), [
    line(1, 7, 7, 'Signed in to terminal manager'),
    line(2, 7, 7, 'Signed out'),
    line(3, 7, 7, 'Signed in to terminal manager'),
    line(4, null, 7, 'Session closed: an old refresh token was used'),
    line(5, 7, 7, 'Signed in to terminal manager'),
    line(6, 7, 7, 'Changed the password; 1 session closed'),
    line(7, null, 7, wrong),
    [null, 7, 'auth', `${wrong}, 1 more within a minute`, '10.0.0.7', ''],
    line(8, 8, 8, 'Signed in to terminal web'),
    line(9, 1, 8, '1 sessions closed: kicked'),
  ])
  t.end()
})

t.test('a duty to set a password ends with the new one, and is told', (t) => {
  const its = given(t)
  accountsRepo(its.db).update(7, { must_change_password: true }, 1)
  const { session, facts } = value(openSession(its).outcome)
  t.equal(facts.mustChangePassword, true)
  const change = { login: 7, session: session.id, current: 'hash-7', hash: 'new', origin: ORIGIN }
  value(its.auth.changePassword(change))
  t.equal(accountsRepo(its.db).get(7)?.must_change_password, false)
  t.match(its.events.at(-1), { type: 'access', facts: { mustChangePassword: false } })
  t.end()
})

t.test(
  'failed sign-ins are told of at once where the clock was set back, and after a full disk',
  (t) => {
    const its = given(t)
    const { auth, advance, db } = its
    const fail = () =>
      auth.failed({ login: 7, did: 'sign_in', terminal: 'web', origin: ORIGIN } as const)
    value(fail())
    value(fail())
    advance(-1)
    value(fail())
    const text = 'Sign-in to terminal web failed: wrong password'
    t.same(journalTexts(its), [text, `${text}, 1 more within a minute`, text])
    value(fail())
    advance(60_000)
    const pages = db.pragma('max_page_count', { simple: true })
    db.exec('CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(100))')
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    let full = fail()
    for (let n = 0; n < 100 && full.ok; n++) {
      advance(60_000)
      full = fail()
    }
    t.equal(codeSaid(full), 'unavailable')
    const told = journalTexts(its).length
    db.pragma(`max_page_count = ${pages}`)
    value(fail())
    t.equal(
      journalTexts(its).length,
      told + 1,
      'what could not be written is no line that was told',
    )
    t.end()
  },
)

/** The address, login and text of each line, oldest first. */
function lines({ db }: Given): unknown[][] {
  const all = db.prepare("SELECT ip, login, text FROM journal WHERE kind = 'auth' ORDER BY id")
  return all.raw().all() as unknown[][]
}

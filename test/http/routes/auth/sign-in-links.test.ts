import { randomUUID } from 'node:crypto'
import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { FAILURES_PER_ADDRESS } from '../../../../engine/access/throttle.js'
import { codeOf, noCodeOf } from '../../../given/codes.js'
import {
  type Ask,
  type FrontAnswer,
  headersOf,
  newAddress,
  startFront,
} from '../../../given/fronts/front.js'

// Goal: a link of the broker opens one session of an account, by the rules of sign-in, and nothing else.

t.setTimeout(0)
const PASSWORD = 'Abcd12!x'
const WATCH = 'Look12!x'
const PAGE = 'https://trade.example/{lang}/'
const INVALID = {
  status: 401,
  code: 'auth.code_invalid',
  data: { reason: 'auth.code_invalid.link' },
}

const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)
const admin = await front.ask('POST /admin/v1/auth/login', {
  body: { login: 1, password: PASSWORD },
})
await settings({ terminal_url: PAGE })

async function settings(input: Readonly<Record<string, unknown>>): Promise<void> {
  const records = await front.desk.ask('config.records', null)
  const version = records.ok ? (records.value.settings[0]?.version ?? 0) : 0
  const actor = { login: 1, ip: '', requestId: '' }
  const change = { actor, kind: 'settings', id: 1, version, input } as const
  const changed = await front.desk.ask('config.update', change)
  if (!changed.ok) throw new Error(changed.message)
}

function newTrader(group?: string): Promise<number> {
  return front.openAccount({ master: PASSWORD, investor: WATCH }, group)
}

function issue(login: number, body: object = {}, headers: object = {}): Promise<FrontAnswer> {
  return front.ask(`POST /admin/v1/accounts/${login}/sign-in-link`, {
    body,
    headers: { ...headersOf(admin), ...headers },
  })
}

async function codeFor(login: number, body: object = {}): Promise<string> {
  const { status, data } = await issue(login, body)
  if (status !== 200) throw new Error(JSON.stringify(data))
  const { hash } = new URL(String(data['url']))
  return new URLSearchParams(hash.slice(1)).get('link') ?? ''
}

function open(code: string, over: object = {}, address = newAddress()): Promise<FrontAnswer> {
  const body = { code, terminal: 'desktop', ...over }
  return front.ask('POST /trader/v1/auth/link', { body, address })
}

function signIn(login: number, over: object = {}, address = newAddress()): Promise<FrontAnswer> {
  const body = { login, password: PASSWORD, terminal: 'desktop', ...over }
  return front.ask('POST /trader/v1/auth/login', { body, address })
}

function asTrader(session: FrontAnswer, what: string, given: Ask = {}): Promise<FrontAnswer> {
  return front.ask(what, { ...given, headers: headersOf(session) })
}

function edit(sql: string): void {
  front.edit((db) => db.exec(sql))
}

function journal(login: number): string[] {
  const sql = "SELECT text FROM journal WHERE login = ? AND kind = 'auth' ORDER BY id"
  return front
    .edit((db) => db.prepare<[number], { text: string }>(sql).all(login))
    .map(({ text }) => text)
}

/** The secret of an account whose one-time codes were turned on with the code of the present step. */
async function turnCodesOn(login: number): Promise<string> {
  const session = await signIn(login)
  const enrolled = await asTrader(session, 'POST /trader/v1/auth/otp/enrol')
  const secret = String(enrolled.data['secret'])
  const body = { code: codeOf(secret) }
  t.equal((await asTrader(session, 'POST /trader/v1/auth/otp/confirm', { body })).code, 'ok')
  return secret
}

t.test('a link opens one session, and the journal tells who issued and who used it', async (t) => {
  const login = await newTrader()
  const issued = await issue(login, { ttl_sec: 10, language: 'de' })
  t.equal(issued.status, 200)
  const url = new URL(String(issued.data['url']))
  t.equal(url.origin + url.pathname, 'https://trade.example/de/')
  t.match(url.hash, new RegExp(`^#link=${login}\\.[\\w-]{43}&lang=de$`))
  const left = Date.parse(String(issued.data['expires_at'])) - Date.now()
  t.ok(left > 0 && left <= 10_000)
  const code = new URLSearchParams(url.hash.slice(1)).get('link') ?? ''
  const session = await open(code, {}, '198.51.100.200')
  t.match(session, { status: 200, data: { session: { login, read_only: false } } })
  t.match(await open(code), INVALID, 'it is used')
  const devices = await asTrader(session, 'GET /trader/v1/auth/sessions')
  t.match(devices.data, [{ by_link: true, current: true, address: '198.51.100.200' }])
  t.match(journal(login), [
    new RegExp(`^Issued a sign-in link of ${login}, valid until `),
    'Signed in to terminal desktop by a sign-in link that 1 issued',
  ])
  const stored = front.edit((db) => db.prepare('SELECT * FROM sign_in_links').all())
  t.notMatch(JSON.stringify(stored), code)
  const owner = await signIn(login)
  const both = (await asTrader(owner, 'GET /trader/v1/auth/sessions')).data
  t.match(both, [{ by_link: true }, { by_link: false }])
  const id = String((both as unknown as { id: string }[])[0]?.id)
  const ended = await asTrader(owner, `DELETE /trader/v1/auth/sessions/${id}`)
  t.equal(ended.status, 200, 'the owner ends it')
  t.match(await asTrader(session, 'GET /trader/v1/auth/me'), { code: 'auth.session_expired' })
})

t.test('a browser gets cookies, and a page of another site signs nobody in', async (t) => {
  const login = await newTrader()
  const code = await codeFor(login)
  const body = { code, terminal: 'web' }
  const foreign = await front.ask('POST /trader/v1/auth/link', {
    body,
    headers: { origin: 'https://evil.example', host: 'trade.example' },
  })
  t.match(foreign, { status: 403, code: 'forbidden' })
  const session = await front.ask('POST /trader/v1/auth/link', { body })
  t.match(session, { status: 200, data: { access_token: null } })
  t.equal(session.cookies.length, 2)
  t.match(await asTrader(session, 'GET /trader/v1/auth/me'), { data: { login } })
})

t.test('unknown, expired and foreign links are answered alike and used up by nobody', async (t) => {
  const login = await newTrader()
  const bound = await codeFor(login, { ip: '203.0.113.7' })
  const other = await newTrader()
  for (const code of [
    bound,
    bound.replace(String(login), String(other)),
    `${login}.${'A'.repeat(43)}`,
    'x',
  ]) {
    t.match(await open(code, {}, '203.0.113.8'), INVALID, code)
  }
  t.match(await open(bound, {}, '203.0.113.7'), { status: 200 }, 'it was not used up')
  const late = await codeFor(login)
  edit(`UPDATE sign_in_links SET expires_at = ${Date.now()} WHERE login = ${login}`)
  t.match(await open(late), INVALID)
})

t.test('of exchanges at the same moment exactly one wins', async (t) => {
  const code = await codeFor(await newTrader())
  const answers = await Promise.all(Array.from({ length: 8 }, () => open(code)))
  const statuses = answers.map(({ status }) => status).sort()
  t.same(statuses, [200, ...Array.from({ length: 7 }, () => 401)])
})

t.test('failed links block an address for links and for passwords', async (t) => {
  const login = await newTrader()
  const [address, elsewhere] = [newAddress(), newAddress()]
  const code = await codeFor(login)
  for (let n = 0; n < FAILURES_PER_ADDRESS; n++) {
    t.match(await open(`${login}.${String(n).padStart(43, 'x')}`, {}, address), INVALID)
  }
  const blocked = { status: 429, code: 'auth.too_many_attempts' }
  t.match(await open(code, {}, address), blocked)
  t.match(await signIn(login, {}, address), blocked)
  t.match(await open(code, {}, elsewhere), { status: 200 })
})

t.test('the rules of sign-in hold, and a refused link is not used up', async (t) => {
  const login = await newTrader()
  const code = await codeFor(login)
  t.match(await open(code, { terminal: 'manager' }), { code: 'auth.invalid_terminal' })
  t.match(await open(code, { terminal: 'api' }), { code: 'auth.invalid_terminal' })
  t.match(await open(code, { terminal: 'fridge' }), { status: 400, code: 'invalid_input' })
  edit(`UPDATE accounts SET enabled = 0 WHERE login = ${login}`)
  t.match(await open(code), { status: 403, code: 'auth.account_disabled' })
  edit(`UPDATE accounts SET enabled = 1 WHERE login = ${login}`)
  t.match(await open(code), { status: 200 })
})

t.test('only an account that nobody has signed in to needs no new password', async (t) => {
  const login = await newTrader()
  edit(`UPDATE accounts SET must_change_password = 1 WHERE login = ${login}`)
  const mustChange = async () => {
    const session = await open(await codeFor(login))
    return (session.data['session'] as Record<string, unknown>)['must_change_password']
  }
  t.equal(await mustChange(), false)
  t.equal(await mustChange(), false, 'links alone do not count as a sign-in')
  t.match(await signIn(login), { data: { session: { must_change_password: true } } })
  t.equal(await mustChange(), true)
})

t.test('a link waits for a one-time code, and allows one try', async (t) => {
  const login = await newTrader()
  const secret = await turnCodesOn(login)
  const code = await codeFor(login, { ttl_sec: 10 })
  const required = { status: 401, code: 'auth.otp_required' }
  t.match(await open(code), required)
  const until = front.edit((db) =>
    db
      .prepare<[number], { at: number }>('SELECT expires_at at FROM sign_in_links WHERE login = ?')
      .get(login),
  )
  const minutes = ((until?.at ?? 0) - Date.now()) / 60_000
  t.ok(minutes > 4.5 && minutes <= 5, `${minutes}`)
  t.match(await open(code), required, 'asked again it waits on')
  t.match(await open(code, { otp: codeOf(secret, 1) }), { status: 200 })
  t.match(await open(code, { otp: codeOf(secret, 1) }), INVALID)

  const second = await codeFor(login)
  t.match(await open(second, { otp: noCodeOf(secret) }), { status: 401, code: 'auth.otp_invalid' })
  t.match(await open(second), INVALID, 'a wrong code uses the link up')
  t.match(await open(await codeFor(login, { read_only: true })), { status: 200 })
  await settings({ links_skip_codes: true })
  t.match(await open(await codeFor(login)), { status: 200 })
  await settings({ links_skip_codes: false })
})

t.test('a view-only link looks on and leaves the last access of the client', async (t) => {
  const login = await newTrader()
  const session = await open(await codeFor(login, { read_only: true }))
  t.match(session, { status: 200, data: { session: { read_only: true } } })
  const { refresh_token } = session.data
  const body = { refresh_token }
  t.match(await front.ask('POST /trader/v1/auth/refresh', { body }), { status: 200 })
  const row = front.edit((db) =>
    db.prepare(`SELECT last_access, last_ip FROM accounts WHERE login = ${login}`).get(),
  )
  t.same(row, { last_access: null, last_ip: '' })
  t.match(journal(login).at(-1), /by a sign-in link that 1 issued, read-only$/)
})

t.test('a trader turns links off, and those that wait stop working', async (t) => {
  const path = '/trader/v1/me/sign-in-links'
  const login = await newTrader()
  const session = await signIn(login)
  const code = await codeFor(login)
  const looking = await open(await codeFor(login, { read_only: true }))
  const allow = (allowed: boolean, by = session) =>
    asTrader(by, `PUT ${path}`, { body: { allowed } })
  t.same((await asTrader(session, `GET ${path}`)).data, { allowed: true })
  t.match(await allow(false, looking), { status: 403, code: 'trade.read_only' })
  t.match(await allow(false), { status: 200, data: { allowed: false } })
  t.same((await asTrader(session, `GET ${path}`)).data, { allowed: false })
  t.match(await open(code), INVALID)
  t.match(await issue(login), { status: 409, data: { reason: 'conflict.links_off' } })
  t.match(await asTrader(looking, 'GET /trader/v1/auth/me'), { status: 200 }, 'sessions stay')
  t.match(await allow(true), { status: 200 })
  t.match(await issue(login), { status: 200 })
  t.match(
    journal(login).filter((text) => text.startsWith('Turned')),
    ['Turned sign-in links off', 'Turned sign-in links on'],
  )
})

t.test('links are issued for trading accounts in reach, within their bounds', async (t) => {
  const login = await newTrader()
  const colleague = await newTrader('managers\\dealers')
  const profile = { login: colleague, rights: ['accounts.view'], group_scope: ['demo\\*'] }
  const hired = await front.ask('POST /admin/v1/staff', {
    body: profile,
    headers: headersOf(admin),
  })
  t.equal(hired.status, 200)
  t.match(await issue(colleague), { status: 403, data: { reason: 'forbidden.link_of_staff' } })
  t.match(await issue(999_999), { status: 404 })
  for (const body of [{ ttl_sec: 9 }, { ttl_sec: 301 }, { ip: '10.0.0.0/8' }, { language: '?' }]) {
    t.match(await issue(login, body), { status: 400, code: 'invalid_input' }, JSON.stringify(body))
  }
  await settings({ terminal_url: '' })
  const nowhere = { status: 409, data: { reason: 'conflict.no_terminal_address' } }
  t.match(await issue(login), nowhere)
  await settings({ terminal_url: PAGE })
  const key = { 'idempotency-key': randomUUID() }
  t.match(await issue(login, {}, key), { status: 200 })
  t.match(await issue(login, {}, key), { status: 409, data: { reason: 'conflict.link_shown' } })
})

t.test('an account keeps its newest 16 links', async (t) => {
  const login = await newTrader()
  const first = await codeFor(login, { ttl_sec: 20 })
  const second = await codeFor(login, { ttl_sec: 30 })
  for (let n = 0; n < 15; n++) await codeFor(login, { ttl_sec: 60 })
  t.match(await open(first), INVALID)
  t.match(await open(second), { status: 200 })
})

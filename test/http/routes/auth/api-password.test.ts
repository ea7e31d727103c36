import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { FAILURES_PER_PAIR } from '../../../../engine/access/throttle.js'
import { type FrontAnswer, headersOf, newAddress, startFront } from '../../../given/fronts/front.js'

const PATH = '/trader/v1/me/api-password'
const PASSWORD = 'Abcd12!x'
const WATCH = 'Look12!x'
const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)
const made: string[] = []

async function newTrader(isApi = true): Promise<number> {
  const login = await front.openAccount({ master: PASSWORD, investor: WATCH })
  if (isApi)
    front.edit((db) => db.exec(`UPDATE accounts SET api_enabled = 1 WHERE login = ${login}`))
  return login
}

function signIn(login: number, over: object = {}, address = newAddress()): Promise<FrontAnswer> {
  const body = { login, password: PASSWORD, terminal: 'desktop', ...over }
  return front.ask('POST /trader/v1/auth/login', { body, address })
}

async function make(session: FrontAnswer, over: object = {}, address = newAddress()) {
  const body = { current_password: PASSWORD, ...over }
  const answer = await front.ask(`POST ${PATH}`, { body, headers: headersOf(session), address })
  const password = answer.data?.['password']
  if (typeof password === 'string') made.push(password)
  return { ...answer, password }
}

function remove(session: FrontAnswer): Promise<FrontAnswer> {
  return front.ask(`DELETE ${PATH}`, { headers: headersOf(session) })
}

function me(session: FrontAnswer): Promise<FrontAnswer> {
  return front.ask('GET /trader/v1/auth/me', { headers: headersOf(session) })
}

function journal(login: number): { text: string; changes: string }[] {
  return front.edit((db) =>
    db
      .prepare<[number], { text: string; changes: string }>(
        "SELECT text, changes FROM journal WHERE login = ? AND kind = 'account.password' ORDER BY id",
      )
      .all(login),
  )
}

t.test('a trader makes one, a program signs in by it, and the next ends that', async (t) => {
  const login = await newTrader()
  const owner = await signIn(login)
  const first = await make(owner)
  t.match(first, { status: 200, data: { password: /^[A-Za-z0-9]{20}$/, ip_allow: [] } })
  const program = { terminal: 'api', password: first.password }
  const session = await signIn(login, program)
  t.match(session, { status: 200, data: { session: { read_only: false, terminal: 'api' } } })
  t.match(await signIn(login, { password: first.password }), { status: 401 }, 'no other terminal')
  const next = await make(owner)
  t.not(next.password, first.password)
  t.match(await me(session), { status: 401, code: 'auth.session_expired' })
  t.match(await me(owner), { status: 200 }, 'the owner stays')
  t.match(await signIn(login, program), { code: 'auth.invalid_credentials' })
  t.match(await signIn(login, { ...program, password: next.password }), { status: 200 })
  const lines = journal(login).map(({ text }) => text)
  t.same(lines, [
    'An api password was made by its owner',
    'An api password was made by its owner; 1 session closed',
  ])
})

t.test('addresses are the account’s: left out they stay, an empty list lets any in', async (t) => {
  const login = await newTrader()
  const owner = await signIn(login)
  const ip_allow = ['203.0.113.0/24', '2001:db8::/32']
  const bound = await make(owner, { ip_allow: [...ip_allow, '203.0.113.0/24'] })
  t.match(bound, { status: 200, data: { ip_allow } })
  const kept = await make(owner)
  t.same(kept.data['ip_allow'], ip_allow)
  const program = { terminal: 'api', password: kept.password }
  t.match(await signIn(login, program, '198.51.101.1'), { code: 'auth.ip_not_allowed' })
  t.match(await signIn(login, program, '203.0.113.9'), { status: 200 })
  const wrong = await make(owner, { ip_allow: ['203.0.113.1', 'home'] })
  t.match(wrong, { status: 400, code: 'invalid_input' })
  const many = Array.from({ length: 65 }, (_, i) => `10.0.0.${i}`)
  t.match(await make(owner, { ip_allow: many }), { status: 400 })
  const open = await make(owner, { ip_allow: [] })
  t.same(open.data['ip_allow'], [])
  const anywhere = { ...program, password: open.password }
  t.match(await signIn(login, anywhere, '198.51.101.1'), { status: 200 })
  const changes = journal(login).map((line) => JSON.parse(line.changes))
  const isSet = { field: 'api_password', from: null, to: 'set' }
  t.same(changes.at(0), [isSet, { field: 'api_ip_allow', from: [], to: ip_allow }])
  t.same(changes.at(1), [isSet])
})

t.test('it is taken away with its sessions, and a second time there is none', async (t) => {
  const login = await newTrader()
  const owner = await signIn(login)
  t.match(await remove(owner), { status: 404, code: 'not_found' })
  const { password } = await make(owner)
  const session = await signIn(login, { terminal: 'api', password })
  t.match(await remove(owner), { status: 200, data: null })
  t.match(await me(session), { status: 401 })
  t.match(await signIn(login, { terminal: 'api', password }), { status: 401 })
  t.match(await remove(owner), { status: 404, code: 'not_found' })
  const text = 'The api password was taken away by its owner; 1 session closed'
  t.equal(journal(login).at(-1)?.text, text)
})

t.test('only the owner does either, and only where programs may come', async (t) => {
  const login = await newTrader()
  const owner = await signIn(login)
  const { password } = await make(owner)
  const notAllowed = { status: 403, code: 'auth.password_change_not_allowed' }
  const investor = await signIn(login, { password: WATCH })
  const program = await signIn(login, { terminal: 'api', password })
  for (const other of [investor, program]) {
    t.match(await make(other, { current_password: password }), notAllowed)
    t.match(await remove(other), notAllowed)
  }
  t.match(await me(program), { status: 200 }, 'nothing was done')
  const closed = await signIn(await newTrader(false))
  t.match(await make(closed), { status: 409, code: 'conflict' })
  const staff = await front.ask('POST /admin/v1/auth/login', {
    body: { login: 1, password: PASSWORD, terminal: 'manager' },
    address: newAddress(),
  })
  t.match(await make(staff), { status: 401 })
})

t.test('a wrong password is a failed try, and some an hour are made', async (t) => {
  const login = await newTrader()
  const owner = await signIn(login)
  const address = newAddress()
  for (let i = 0; i < FAILURES_PER_PAIR; i++) {
    const wrong = await make(owner, { current_password: 'Wrong1!x' }, address)
    t.match(wrong, { status: 401, code: 'auth.invalid_credentials' })
  }
  const blocked = { status: 429, code: 'auth.too_many_attempts' }
  t.match(await make(owner, {}, address), blocked, 'the right one too')
  t.match(await make(owner), { status: 429, code: 'too_many_requests' }, 'the seventh in an hour')
})

t.test('sessions that may not make one use up nothing of what the owner may', async (t) => {
  const login = await newTrader()
  const owner = await signIn(login)
  const { password } = await make(owner)
  const tooOften = { status: 429, code: 'too_many_requests' }
  for (const other of [
    await signIn(login, { password: WATCH }),
    await signIn(login, { terminal: 'api', password }),
  ]) {
    for (let i = 0; i < 6; i++) t.match(await make(other), { status: 403 })
    t.match(await make(other), tooOften, 'they have a rate, too')
  }
  for (let i = 0; i < 5; i++) t.match(await make(owner), { status: 200 })
  t.match(await make(owner), tooOften)
  t.match(await make(await signIn(login, { terminal: 'ios' })), tooOften, 'whatever the terminal')
})

t.test('no password is in any file', async (t) => {
  t.ok(made.length > 5)
  const files = readdirSync(front.dataDir, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = readFileSync(join(file.parentPath, file.name))
    t.same(
      made.filter((one) => bytes.includes(one)),
      [],
      file.name,
    )
  }
})

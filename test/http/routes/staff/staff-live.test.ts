import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { STAFF as ACTOR } from '../../../given/desk.js'
import { cookieHeader, type FrontAnswer, startFront } from '../../../given/fronts/front.js'

// Goal: what is done to a staff user reaches the sessions of that user before it is answered.

const STAFF = '/admin/v1/staff'
const PASSWORD = 'Abcd12!x'
const NEXT = 'Next34?y'
const HOME = '192.0.2.1'

const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)
const admin = await signIn(1)

async function signIn(login: number, password = PASSWORD, side = 'admin'): Promise<FrontAnswer> {
  return front.ask(`POST /${side}/v1/auth/login`, { body: { login, password } })
}

function headersOf(answer: FrontAnswer): Record<string, string> {
  const csrf = String(answer.data['csrf_token'])
  return { cookie: cookieHeader(answer.cookies), 'x-csrf-token': csrf }
}

function manage(what: string, body?: unknown): Promise<FrontAnswer> {
  return front.ask(what, { headers: headersOf(admin), body })
}

function me(session: FrontAnswer, side = 'admin'): Promise<FrontAnswer> {
  return front.ask(`GET /${side}/v1/auth/me`, { headers: headersOf(session) })
}

/** A dealer who is signed in; `version` is the profile's. */
async function dealer(over: object = {}) {
  const login = await front.openAccount(
    { master: PASSWORD, investor: 'Look12!x', phone: 'Said12!x', api: 'Mach12!x' },
    'managers\\dealers',
  )
  const body = { login, rights: ['accounts.view'], group_scope: ['real\\*'], ...over }
  const made = await manage(`POST ${STAFF}`, body)
  if (made.status !== 200) throw new Error(made.code)
  return { login, session: await signIn(login), version: 1 }
}

t.test('new rights, scope and history reach live sessions at once', async (t) => {
  const { login, session } = await dealer()
  t.match((await me(session)).data, { rights: ['accounts.view'], group_scope: ['real\\*'] })
  const change = { rights: ['reports'], group_scope: ['demo\\*'], logs_months: 3 }
  t.match(await manage(`PATCH ${STAFF}/${login}`, { version: 1, ...change }), { status: 200 })
  t.match((await me(session)).data, { rights: ['reports'], group_scope: ['demo\\*'] })
  t.match(front.sessions.ofLogin(login), [{ logsMonths: 3 }])
})

t.test('new addresses close the sessions of others at once', async (t) => {
  const { login, session } = await dealer({ ip_allow: [HOME] })
  const wider = await manage(`PATCH ${STAFF}/${login}`, { version: 1, ip_allow: [HOME, '::1'] })
  t.equal(wider.status, 200)
  t.match(await me(session), { status: 200 })
  await manage(`PATCH ${STAFF}/${login}`, { version: 2, ip_allow: ['10.0.0.0/8'] })
  t.match(await me(session), { status: 401, code: 'auth.session_expired' })
  t.match(await signIn(login), { status: 403, code: 'auth.ip_not_allowed' })
})

t.test('a right that the terminal needs closes its sessions when it goes', async (t) => {
  const { login, session } = await dealer({ rights: ['terminal.admin'] })
  const body = { login, password: PASSWORD, terminal: 'admin' }
  const desk = await front.ask('POST /admin/v1/auth/login', { body })
  await manage(`PATCH ${STAFF}/${login}`, { version: 1, rights: [] })
  t.match(await me(desk), { status: 401 })
  t.match(await me(session), { status: 200 }, 'the manager terminal goes on')
})

t.test('a new group, inactive, disable, password and delete sign out everywhere', async (t) => {
  const ways: [name: string, what: (login: number) => Promise<FrontAnswer>, after: string][] = [
    [
      'a new group',
      (login) =>
        manage(`PATCH ${STAFF}/${login}`, { version: 1, group: 'managers\\administrators' }),
      'ok',
    ],
    [
      'active false',
      (login) => manage(`PATCH ${STAFF}/${login}`, { version: 1, active: false }),
      'auth.account_disabled',
    ],
    ['disable', (login) => manage(`POST ${STAFF}/${login}/disable`), 'auth.account_disabled'],
    [
      'password',
      (login) => manage(`POST ${STAFF}/${login}/password`, { password: NEXT }),
      'auth.invalid_credentials',
    ],
    ['delete', (login) => manage(`DELETE ${STAFF}/${login}`), 'auth.not_staff'],
  ]
  for (const [name, what, after] of ways) {
    const { login, session } = await dealer()
    const terminal = await signIn(login, PASSWORD, 'trader')
    t.match(await me(terminal, 'trader'), { status: 200 })
    t.match(await what(login), { status: 200 }, name)
    t.match(await me(session), { status: 401, code: 'auth.session_expired' }, name)
    t.match(await me(terminal, 'trader'), { status: 401 }, `${name}, the trader terminal too`)
    t.equal((await signIn(login)).code, after, `${name}, and then`)
  }
})

t.test('codes that are reset sign out, and are asked for no more', async (t) => {
  const { login, session } = await dealer()
  front.edit((db) => db.exec(`UPDATE accounts SET otp_enabled = 1 WHERE login = ${login}`))
  t.match(await signIn(login), { code: 'auth.otp_required' })
  t.match(await manage(`POST ${STAFF}/${login}/reset-otp`), { status: 200, data: null })
  t.match(await me(session), { status: 401 })
  t.match(await signIn(login), { status: 200 })
})

t.test('a password set by staff is strong, and not in the journal', async (t) => {
  const { login } = await dealer()
  const set = (password: string) => manage(`POST ${STAFF}/${login}/password`, { password })
  const weak = { status: 400, code: 'auth.password_weak' }
  for (const password of ['Abc12!x', 'Abcdefgh12345!xyz', 'abcd12!x', 'Abcdefgh', 'Abcd1234']) {
    t.match(await set(password), weak, password)
  }
  t.match(await set('Look12!x'), { status: 400, code: 'invalid_input' }, "the investor's")
  t.match(await set('Said12!x'), { status: 400, code: 'invalid_input' }, 'the one for the phone')
  t.match(await set('Mach12!x'), { status: 400, code: 'invalid_input' }, 'the one of a program')
  t.match(await set(NEXT), { status: 200, data: null })
  t.match(await signIn(login, NEXT), { status: 200 })
  t.match(await manage(`POST ${STAFF}/999/password`, { password: NEXT }), { status: 404 })
  const lines = front.edit((db) =>
    db
      .prepare<[number], { text: string; changes: string }>(
        `SELECT text, changes FROM journal WHERE login = ? AND kind = 'account.password'`,
      )
      .all(login),
  )
  const text = `The password of ${login} was set by staff; 1 session closed`
  const changes = [{ field: 'master_password', from: null, to: 'set' }]
  const told = lines.map((line) => ({ ...line, changes: JSON.parse(line.changes) }))
  t.same(told, [{ text, changes }])
})

t.test('a password set by staff has the length that the group of its user asks for', async (t) => {
  const { login } = await dealer()
  const records = await front.desk.ask('config.records', null)
  if (!records.ok) throw new Error(records.message)
  const group = records.value.groups.find(({ path }) => path === 'managers\\dealers')
  const { id = 0, version = 0 } = group ?? {}
  const demand = (length: number, of: number) => {
    const input = { password_min_length: length }
    return front.desk.ask('config.update', {
      actor: ACTOR,
      kind: 'groups',
      id,
      version: of,
      input,
    })
  }
  t.match(await demand(10, version), { ok: true })
  const set = async (password: string) =>
    (await manage(`POST ${STAFF}/${login}/password`, { password })).code
  t.equal(await set('Next3456?'), 'auth.password_weak', 'one character short')
  t.equal(await set('Next34567?'), 'ok')
  t.match(await demand(8, version + 1), { ok: true })
})

t.test('a password is set within scope and rights', async (t) => {
  const leader = await dealer({ rights: ['config.staff'], group_scope: ['managers\\dealers'] })
  const strong = await dealer()
  const weak = await dealer({ rights: [], group_scope: ['managers\\dealers'] })
  const set = (login: number) =>
    front.ask(`POST ${STAFF}/${login}/password`, {
      headers: headersOf(leader.session),
      body: { password: NEXT },
    })
  t.match(await set(1), { status: 404, code: 'not_found' })
  t.match(await set(strong.login), { status: 403, code: 'forbidden' })
  t.match(await set(weak.login), { status: 200 })
  t.same(front.failures, [])
})

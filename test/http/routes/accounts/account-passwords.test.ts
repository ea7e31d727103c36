import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { catalog } from '../../../../http/catalog.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { STAFF } from '../../../given/desk.js'
import { AccountFront, CAREFUL, DEALER } from '../../../given/fronts/account-front.js'

// Staff set and check the passwords of an account, on real threads.

const front = await AccountFront.shared()
const MASTER = 'Abcd12!x'
const NEXT = 'Next78/w'

const set = (login: number, kind: string, password?: unknown, as = 'admin') =>
  front.ask(`POST /admin/v1/accounts/${login}/passwords`, as, { kind, password })
const check = (login: number, kind: string, password: unknown, as = 'admin') =>
  front.ask(`POST /admin/v1/accounts/${login}/passwords/check`, as, { kind, password })
const read = (login: number) => front.ask(`GET /admin/v1/accounts/${login}`, 'admin')

/** Signs in as the holder does; answers the code. */
async function signIn(login: number, password: string): Promise<string> {
  const body = { login, password, terminal: 'desktop' }
  return (await front.ask('POST /trader/v1/auth/login', 'nobody', body)).code
}

async function linesOf(login: number): Promise<Record<string, unknown>[]> {
  const found = await front.ask(`GET /admin/v1/accounts/${login}/journal`, 'admin')
  const lines = found.data['items'] as Record<string, unknown>[]
  return lines.filter(({ kind }) => String(kind).startsWith('account.password'))
}

t.test('a password of each kind is set, ends the sessions, and is in no line', async (t) => {
  const login = await front.open()
  for (const [kind, password] of Object.entries({
    master: NEXT,
    investor: 'Seen90$v',
    phone: 'Said56#z',
  })) {
    t.equal(await signIn(login, kind === 'master' ? MASTER : NEXT), 'ok')
    t.equal(front.sessions.ofLogin(login).length, 1)
    const done = await set(login, kind, password)
    t.match(done, { status: 200, data: { login, kind, password: null } })
    t.same(front.sessions.ofLogin(login), [], kind)
    t.match(await check(login, kind, password), { status: 200, data: { fits: true } })
  }
  t.equal(await signIn(login, MASTER), 'auth.invalid_credentials')
  t.equal(await signIn(login, NEXT), 'ok')
  t.match((await read(login)).data, { must_change_password: false, api_password_set: false })
  const lines = await linesOf(login)
  t.match(lines.at(-1), {
    text: `The master password of ${login} was set by staff; 1 session closed`,
  })
  t.equal(lines.filter(({ kind }) => kind === 'account.password').length, 3)
  t.notMatch(JSON.stringify(lines), /Next78|Seen90|Said56|argon2/)
})

t.test('one that is left out is made, shown once, and a master one must be changed', async (t) => {
  const login = await front.open()
  const made = await set(login, 'master')
  t.match(made.data, { kind: 'master', password: /^[A-Za-z0-9]{20}$/ })
  t.equal(await signIn(login, String(made.data['password'])), 'ok')
  t.equal(front.sessions.ofLogin(login)[0]?.mustChangePassword, true)
  t.match((await read(login)).data, { must_change_password: true })
  const investor = await set(login, 'investor')
  t.match(await check(login, 'investor', investor.data['password']), { data: { fits: true } })
  t.notMatch(JSON.stringify(await linesOf(login)), new RegExp(String(made.data['password'])))
  const calm = await front.open()
  t.match(await set(calm, 'investor'), { status: 200 })
  t.match((await read(calm)).data, { must_change_password: false })
})

t.test(
  'an api password is for accounts that may use the API, and the record tells of it',
  async (t) => {
    const login = await front.open()
    t.match(await set(login, 'api', 'Prog21%u'), { status: 409, code: 'conflict' })
    const patch = { version: 1, api_enabled: true }
    t.match(await front.ask(`PATCH /admin/v1/accounts/${login}`, 'admin', patch), { status: 200 })
    t.match(await set(login, 'api', 'Prog21%u'), { status: 200 })
    const told = { api_password_set: true, api_enabled: true, version: 3 }
    t.match((await read(login)).data, told)
    const listed = await front.ask(`GET /admin/v1/accounts?login=${login}`, 'admin')
    t.match(listed.data, { items: [told] })
    const query = `filter=${encodeURIComponent(`[{"field":"login","op":"eq","value":${login}}]`)}`
    const window = await front.ask(`GET /admin/v1/accounts/window?${query}`, 'admin')
    t.match(window.data, { items: [told] })
    const file = await front.take(`/admin/v1/accounts/export?login=${login}`, 'admin')
    const [head = '', row = ''] = file.text.split('\r\n')
    t.equal(row.split(',')[head.split(',').indexOf('api_password_set')], 'true')
    const body = { login, password: 'Prog21%u', terminal: 'api' }
    t.match(await front.ask('POST /trader/v1/auth/login', 'nobody', body), { code: 'ok' })
    t.equal(await signIn(login, 'Prog21%u'), 'auth.invalid_credentials', 'it opens no terminal')
  },
)

t.test('what is refused names why, and no session ends', async (t) => {
  const login = await front.open()
  const careful = await front.open({
    group: CAREFUL,
    master_password: 'Abcd12!xAbcd',
    investor_password: 'Look34?yLook',
  })
  t.equal(await signIn(login, MASTER), 'ok')
  for (const weak of [
    'short1!',
    'nocapital1!',
    'NOSMALL12!',
    'NoDigits!!',
    'NoSymbol12',
    `Aa1!${'x'.repeat(13)}`,
  ]) {
    t.match(await set(login, 'master', weak), { status: 400, code: 'auth.password_weak' }, weak)
  }
  t.match(await set(careful, 'phone', NEXT), { status: 400, code: 'auth.password_weak' })
  t.match(await set(login, 'investor', MASTER), { status: 400, fields: ['password'] })
  t.match(await set(login, 'phone', 'Look34?y'), { status: 400, fields: ['password'] })
  t.match(await set(login, 'other', NEXT), { status: 400, fields: ['kind'] })
  t.match(await set(login, 'master', ''), { status: 400, fields: ['password'] })
  t.match(await set(login, 'master', 'x'.repeat(129)), { status: 400, fields: ['password'] })
  t.match(await check(login, 'phone', undefined), { status: 400, fields: ['password'] })
  t.match(await set(login, 'master', NEXT, 'staff viewer'), { status: 403, code: 'forbidden' })
  t.match(await set(1, 'master', NEXT), { status: 403, code: 'forbidden' }, 'their own')
  t.match(await check(1, 'master', NEXT), { status: 403, code: 'forbidden' })
  t.equal(front.sessions.ofLogin(login).length, 1)
  t.same(await linesOf(login), [])
  await front.ask(`DELETE /admin/v1/accounts/${careful}`, 'admin')
  t.match(await set(careful, 'master'), { status: 409, code: 'conflict' }, 'archived')
})

t.test(
  'who was archived since the look at the rules keeps their password, and no line tells of it',
  async (t) => {
    const login = await front.open()
    const patch = { version: 1, api_enabled: true }
    t.match(await front.ask(`PATCH /admin/v1/accounts/${login}`, 'admin', patch), { status: 200 })
    const { supervisor } = front
    const one = { actor: STAFF, login }
    for (const kind of ['master', 'api'] as const) {
      t.match(await supervisor.ask('accounts.password_rules', { ...one, kind }), { ok: true })
    }
    t.match(await front.ask(`DELETE /admin/v1/accounts/${login}`, 'admin'), { status: 200 })
    const before = front.read((db) => credentialsRepo(db).hash(login, 'master'))
    const archived = { ok: false, code: 'conflict', message: /is archived/ }
    for (const kind of ['master', 'api'] as const) {
      const set = { ...one, kind, hash: 'another' }
      t.match(await supervisor.ask('accounts.set_password', set), archived, kind)
      const checked = { ...one, kind, fits: true }
      t.match(await supervisor.ask('accounts.password_checked', checked), archived, kind)
    }
    t.equal(
      front.read((db) => credentialsRepo(db).hash(login, 'master')),
      before,
    )
    t.equal(
      front.read((db) => credentialsRepo(db).hash(login, 'api')),
      undefined,
    )
    t.same(await linesOf(login), [])
  },
)

t.test('a staff user who holds more than the caller keeps their password', async (t) => {
  const rights = RIGHTS.filter((one) => one !== 'trades.view' && one !== 'confirm_actions')
  const manager = await front.open({ group: 'managers\\dealers' })
  const body = { login: manager, rights, group_scope: ['*'] }
  t.match(await front.ask('POST /admin/v1/staff', 'admin', body), { status: 200 })
  const own = { rights: new Set(rights), groupScope: ['*'] }
  const as = front.signIn(manager, { audience: 'staff', terminal: 'manager', ...own })
  t.match(await set(DEALER, 'master', NEXT, as), { status: 403, code: 'forbidden' })
  t.match(await set(DEALER, 'master', NEXT), { status: 200 })
  const blind = { rights: new Set(['accounts.passwords']), groupScope: ['*'] }
  const other = front.signIn(manager, { audience: 'staff', terminal: 'manager', ...blind }, 'blind')
  t.match(await set(DEALER, 'master', NEXT, other), { status: 404 }, 'without config.staff')
})

t.test('a check tells whether it fits, is journaled, and has a rate of its own', async (t) => {
  const login = await front.open({ phone_password: 'Said56#z' })
  const manager = await front.open({ group: 'managers\\dealers' })
  const rights = ['accounts.passwords', 'accounts.view']
  const body = { login: manager, rights, group_scope: ['demo\\*'] }
  t.match(await front.ask('POST /admin/v1/staff', 'admin', body), { status: 200 })
  const own = { rights: new Set(rights), groupScope: ['demo\\*'] }
  const as = front.signIn(manager, { audience: 'staff', terminal: 'manager', ...own })
  t.match(await check(login, 'phone', 'Said56#z', as), { data: { fits: true } })
  t.match(await check(login, 'phone', 'Said56#y', as), { data: { fits: false } })
  t.match(await check(login, 'master', 'Said56#z', as), { data: { fits: false } })
  t.match(await check(login, 'api', 'Said56#z', as), { data: { fits: false } }, 'none is set')
  const lines = await linesOf(login)
  t.match(lines.at(-1), {
    actor: manager,
    kind: 'account.password_check',
    text: `A phone password of ${login} was checked by staff: it fits`,
  })
  t.equal(lines.length, 4)
  const route = catalog.find(({ path }) => path.endsWith('/passwords/check'))
  t.same(route?.rate, { per: 'login', max: 20, seconds: 60 })
})

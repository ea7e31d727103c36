import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { FAILURES_PER_PAIR } from '../../../../engine/access/throttle.js'
import { type FrontAnswer, headersOf, newAddress, startFront } from '../../../given/fronts/front.js'

const ADMIN = '/admin/v1/auth'
const TRADER = '/trader/v1/auth'
const PASSWORD = 'Abcd12!x'
const NEXT = 'Next34?y'
const SAID = 'Said56+z'
const WATCH = 'Look12!x'
const MACHINE = 'Mach12!x'

const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)

function newTrader(): Promise<number> {
  return front.openAccount({ master: PASSWORD, investor: WATCH, phone: SAID, api: MACHINE })
}

function signIn(login: number, over: object = {}, prefix = TRADER): Promise<FrontAnswer> {
  const body = { login, password: PASSWORD, ...over }
  return front.ask(`POST ${prefix}/login`, { body, address: newAddress() })
}

interface Change {
  readonly current?: string
  readonly next?: string
  readonly prefix?: string
  readonly address?: string
  readonly headers?: Record<string, string>
}

function change(session: FrontAnswer, given: Change = {}): Promise<FrontAnswer> {
  const { prefix = TRADER, address = newAddress() } = given
  return front.ask(`POST ${prefix}/change-password`, {
    body: { current_password: given.current ?? PASSWORD, new_password: given.next ?? NEXT },
    headers: given.headers ?? headersOf(session),
    address,
  })
}

function me(session: FrontAnswer, prefix = TRADER): Promise<FrontAnswer> {
  return front.ask(`GET ${prefix}/me`, { headers: headersOf(session) })
}

function journal(login: number): string[] {
  return front.edit((db) =>
    db.prepare<[number], string>('SELECT text FROM journal WHERE login = ?').pluck().all(login),
  )
}

async function demandLonger(path: string, minimum: number): Promise<void> {
  const settings = await front.desk.ask('config.records', null)
  const group = settings.ok ? settings.value.groups.find((one) => one.path === path) : undefined
  if (group === undefined) throw new Error(`there is no group ${path}`)
  const { id, version } = group
  const input = { password_min_length: minimum }
  const actor = { login: 1, ip: '', requestId: '' }
  await front.desk.ask('config.update', { actor, kind: 'groups', id, version, input })
}

t.test('a new password closes every session of the login, and opens the next', async (t) => {
  const login = await newTrader()
  const other = await newTrader()
  const sessions = [
    await signIn(login),
    await signIn(login, { terminal: 'ios' }),
    await signIn(login, { password: WATCH }),
  ]
  const stranger = await signIn(other)
  const [mine] = sessions as [FrontAnswer]
  const changed = await change(mine)
  t.match(changed, { status: 200, code: 'ok', data: null })
  t.match(changed.cookies, [/^of_access_t=; .*Max-Age=0/, /^of_refresh_t=; .*Max-Age=0/])
  for (const session of sessions) t.match(await me(session), { code: 'auth.session_expired' })
  t.match(await me(stranger), { status: 200 }, 'others go on')
  t.match(await signIn(login), { status: 401, code: 'auth.invalid_credentials' })
  t.match(await signIn(login, { password: NEXT }), { status: 200 })
  t.match(await signIn(login, { password: WATCH }), { status: 200 }, 'the investor stays')
  t.ok(journal(login).includes('Changed the password; 3 sessions closed'))
})

t.test('staff change theirs on their own side', async (t) => {
  const session = await signIn(1, {}, ADMIN)
  t.match(await change(session, { prefix: ADMIN }), { status: 200, data: null })
  t.match(await me(session, ADMIN), { status: 401 })
  t.match(await signIn(1, { password: NEXT }, ADMIN), { status: 200 })
  front.edit((db) => db.exec(`UPDATE accounts SET must_change_password = 1 WHERE login = 1`))
  const again = await signIn(1, { password: NEXT }, ADMIN)
  t.match(await front.ask('GET /admin/v1/staff', { headers: headersOf(again) }), {
    status: 403,
    code: 'auth.password_change_required',
  })
  const back = { prefix: ADMIN, current: NEXT, next: PASSWORD }
  t.match(await change(again, back), { status: 200 }, 'allowed to a restricted session')
  const full = await signIn(1, {}, ADMIN)
  t.match(full.data['session'], { must_change_password: false }, 'the duty is lifted')
  t.match(await front.ask('GET /admin/v1/staff', { headers: headersOf(full) }), { status: 200 })
})

t.test('the new password differs from the current one and from the others', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const same = { status: 400, code: 'auth.password_same' }
  t.match(await change(session, { next: PASSWORD }), same)
  t.match(await change(session, { next: WATCH }), { status: 400, code: 'invalid_input' })
  t.match(await change(session, { next: SAID }), { status: 400, code: 'invalid_input' })
  t.match(await change(session, { next: MACHINE }), { status: 400, code: 'invalid_input' })
  t.match(await me(session), { status: 200 }, 'nothing was closed')
})

t.test('the new password is strong, and at least as long as the group asks', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const weak = { status: 400, code: 'auth.password_weak' }
  for (const next of [
    'Abc12!x',
    'Abcdefgh12345!xyz',
    'abcd12!x',
    'ABCD12!X',
    'Abcdef!x',
    'Abcd123x',
  ]) {
    t.match(await change(session, { next }), weak, next)
  }
  t.match(await change(session, { next: 'Abcd12!y' }), { status: 200 }, '8 characters')
  const next = 'Abcdefgh1234!xyz'
  const again = await signIn(login, { password: 'Abcd12!y' })
  t.match(await change(again, { current: 'Abcd12!y', next }), { status: 200 }, '16 characters')
  await demandLonger('demo\\standard', 12)
  const careful = await front.openAccount({ master: PASSWORD }, 'demo\\standard')
  const late = await signIn(careful)
  t.match(await change(late, { next: 'Abcd12!yabc' }), weak, '11 characters')
  t.match(await change(late, { next: 'Abcd12!yabcd' }), { status: 200 }, '12 characters')
})

t.test('a wrong current password is 401, counts, and blocks like a sign-in', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const address = newAddress()
  for (let i = 0; i < FAILURES_PER_PAIR; i++) {
    const wrong = await change(session, { current: 'Wrong1!x', address })
    t.match(wrong, { status: 401, code: 'auth.invalid_credentials' })
  }
  const blocked = { status: 429, code: 'auth.too_many_attempts' }
  t.match(await change(session, { address }), blocked, 'the right one too')
  const body = { login, password: PASSWORD }
  t.match(await front.ask(`POST ${TRADER}/login`, { body, address }), blocked, 'sign-in as well')
  t.match(await me(session), { status: 200 })
  const told = journal(login).filter((text) => text.startsWith('Change of password'))
  t.equal(told.length, 1, 'the others are counted, and told when the minute is over')
  t.match(await change(session), { status: 200 }, 'elsewhere it goes on')
})

t.test('guesses sent in parallel learn nothing beyond the fifth', async (t) => {
  const session = await signIn(await newTrader(), { terminal: 'ios' })
  const address = newAddress()
  const guesses = [...new Array<string>(12).fill('Wrong1!x'), PASSWORD]
  const all = await Promise.all(guesses.map((current) => change(session, { current, address })))
  const codes = all.map(({ code }) => code)
  t.equal(codes.filter((code) => code === 'auth.invalid_credentials').length, FAILURES_PER_PAIR)
  const untold = ['auth.too_many_attempts', 'unavailable']
  t.ok(untold.includes(codes.at(-1) ?? ''), 'the right one is not told')
})

t.test('of two changes at once one wins', async (t) => {
  const login = await newTrader()
  const sessions = [await signIn(login), await signIn(login)] as const
  const codes = await Promise.all(
    sessions.map((session, i) => change(session, { next: `Next34?${i}` })),
  )
  t.same(codes.map(({ code }) => code).sort(), ['auth.session_expired', 'ok'])
})

t.test('investor and api sessions change no password', async (t) => {
  const login = await newTrader()
  front.edit((db) => db.exec(`UPDATE accounts SET api_enabled = 1 WHERE login = ${login}`))
  const refused = { status: 403, code: 'auth.password_change_not_allowed' }
  const watching = await signIn(login, { password: WATCH })
  t.match(await change(watching, { current: WATCH }), refused)
  const machine = await signIn(login, { password: MACHINE, terminal: 'api' })
  t.match(await change(machine, { current: MACHINE }), refused)
})

t.test('what guards every change guards this one', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const { cookie = '' } = headersOf(session)
  t.match(await change(session, { headers: {} }), { status: 401, code: 'auth.session_expired' })
  t.match(await change(session, { headers: { cookie } }), { code: 'auth.csrf_invalid' })
  const other = { ...headersOf(session), 'x-app-account': '1' }
  t.match(await change(session, { headers: other }), { status: 409, code: 'auth.account_changed' })
  const phone = await signIn(login, { terminal: 'ios' })
  t.match(await change(phone, { prefix: ADMIN }), { code: 'auth.invalid_terminal' })
  const headers = headersOf(session)
  for (const body of [{}, { current_password: PASSWORD }, { new_password: NEXT }]) {
    const answer = await front.ask(`POST ${TRADER}/change-password`, { body, headers })
    t.match(answer, { status: 400, code: 'invalid_input' })
  }
  t.same(front.failures, [])
})

t.test('a session that must set up codes first does that first', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const live = front.sessions.ofLogin(login)[0]
  if (live !== undefined) live.mustEnrolOtp = true
  t.match(await change(session), { status: 403, code: 'auth.otp_enrol_required' })
})

t.test('no password is in any file', async (t) => {
  const files = readdirSync(front.dataDir, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = readFileSync(join(file.parentPath, file.name))
    const found = [PASSWORD, NEXT, WATCH, MACHINE, 'Wrong1!x'].filter((one) => bytes.includes(one))
    t.same(found, [], file.name)
  }
})

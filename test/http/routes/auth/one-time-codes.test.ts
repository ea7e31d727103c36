import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { FAILURES_PER_PAIR } from '../../../../engine/access/throttle.js'
import { codeOf, noCodeOf } from '../../../given/codes.js'
import {
  cookieHeader,
  type FrontAnswer,
  headersOf,
  newAddress,
  startFront,
} from '../../../given/fronts/front.js'

// The rules of one-time codes (4.1), over a real desk; what codes are is in
// test/actors/desk/identity/one-time-codes.test.ts. Codes of the present and the next step are right
// however long a test takes.

const ADMIN = '/admin/v1/auth'
const TRADER = '/trader/v1/auth'
const PASSWORD = 'Abcd12!x'
const WATCH = 'Look12!x'
const MACHINE = 'Mach12!x'
const BOUND = 'real\\ecn'

const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)

function signIn(login: number, over: object = {}, prefix = TRADER): Promise<FrontAnswer> {
  const body = { login, password: PASSWORD, ...over }
  return front.ask(`POST ${prefix}/login`, { body, address: newAddress() })
}

interface Asked {
  readonly prefix?: string
  readonly body?: object
  readonly address?: string
}

function ask(what: string, session: FrontAnswer, given: Asked = {}): Promise<FrontAnswer> {
  const headers = headersOf(session)
  const { prefix = TRADER, address = newAddress(), body } = given
  const [method = '', path = ''] = what.split(' ')
  const sent = body === undefined ? {} : { body }
  return front.ask(`${method} ${prefix}/${path}`, { headers, address, ...sent })
}

function newTrader(group?: string): Promise<number> {
  return front.openAccount({ master: PASSWORD, investor: WATCH, api: MACHINE }, group)
}

/** The secret of a login whose codes were turned on with that of the present step. */
async function turnOn(session: FrontAnswer, prefix = TRADER): Promise<string> {
  const enrolled = await ask('POST otp/enrol', session, { prefix })
  const secret = String(enrolled.data['secret'])
  const confirmed = await ask('POST otp/confirm', session, {
    prefix,
    body: { code: codeOf(secret) },
  })
  t.equal(confirmed.code, 'ok')
  return secret
}

async function demandCodes(path: string, otp_required: boolean): Promise<void> {
  const settings = await front.desk.ask('config.records', null)
  const group = settings.ok ? settings.value.groups.find((one) => one.path === path) : undefined
  if (group === undefined) throw new Error(`there is no group ${path}`)
  const { id, version } = group
  const actor = { login: 1, ip: '', requestId: '' }
  const change = { actor, kind: 'groups', id, version, input: { otp_required } } as const
  const changed = await front.desk.ask('config.update', change)
  if (!changed.ok) throw new Error(changed.message)
}

t.test('OTP status answers whether codes are on and whether the group requires them', async (t) => {
  const session = await signIn(await newTrader())
  const status = async () => (await ask('GET otp', session)).data
  t.same(await status(), { enabled: false, required: false })
  await turnOn(session)
  t.same(await status(), { enabled: true, required: false })
  await demandCodes('real\\standard', true)
  t.same(await status(), { enabled: true, required: true }, 'of a session that lives')
  await demandCodes('real\\standard', false)
  const staff = await signIn(1, {}, ADMIN)
  t.same((await ask('GET otp', staff, { prefix: ADMIN })).data, { enabled: false, required: false })
})

t.test('OTP enrol makes a new secret, to be shown as a QR code or typed', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const { data } = await ask('POST otp/enrol', session)
  t.match(data['secret'], /^[A-Z2-7]{32}$/)
  t.ok(String(data['uri']).startsWith('otpauth://totp/'))
  t.ok(String(data['uri']).includes(`:${login}?secret=${data['secret']}`))
  t.match(await signIn(login), { status: 200 }, 'nothing asks for codes before they are confirmed')
  const body = { code: codeOf(data['secret']) }
  t.match(await ask('POST otp/confirm', session, { body }), { status: 200 })
  t.match(await ask('POST otp/enrol', session), { status: 409, code: 'conflict' })
})

t.test('OTP confirm turns codes on with the first 6-digit code', async (t) => {
  const login = await newTrader()
  const session = await signIn(login, { terminal: 'ios' })
  const none = await ask('POST otp/confirm', session, { body: { code: '123456' } })
  t.match(none, { status: 401, code: 'auth.otp_not_set' })
  const { data } = await ask('POST otp/enrol', session)
  const { secret } = data
  for (const body of [{}, { code: '12345' }, { code: 'abcdef' }, { code: 123456 }]) {
    t.match(await ask('POST otp/confirm', session, { body }), {
      status: 400,
      code: 'invalid_input',
    })
  }
  const wrong = await ask('POST otp/confirm', session, { body: { code: noCodeOf(secret) } })
  t.match(wrong, { status: 401, code: 'auth.otp_invalid' })
  const confirmed = await ask('POST otp/confirm', session, { body: { code: codeOf(secret) } })
  t.equal(confirmed.status, 200)
  t.same(confirmed.data, session.data['session'], 'the session view')
  t.match(await signIn(login), { status: 401, code: 'auth.otp_required' })
})

t.test('login asks for the code: the same request is sent again with otp', async (t) => {
  const login = await newTrader()
  const secret = await turnOn(await signIn(login))
  t.match(await signIn(login), { status: 401, code: 'auth.otp_required' })
  t.match(await signIn(login, { otp: '' }), { code: 'auth.otp_required' }, 'empty is none')
  t.match(await signIn(login, { otp: noCodeOf(secret) }), { status: 401, code: 'auth.otp_invalid' })
  const used = await signIn(login, { otp: codeOf(secret) })
  t.match(used, { code: 'auth.otp_invalid' }, 'confirming has used it')
  const otp = codeOf(secret, 1)
  t.match(await signIn(login, { otp, password: 'Wrong1!x' }), { code: 'auth.invalid_credentials' })
  t.match(await signIn(login, { otp }), { status: 200 })
  t.match(await signIn(login, { otp }), { code: 'auth.otp_invalid' }, 'and so has signing in')
  const other = await newTrader()
  const unasked = { status: 401, code: 'auth.otp_not_set' }
  t.match(await signIn(other, { otp: '123456' }), unasked)
})

t.test('of sign-ins with one code at once one is let in', async (t) => {
  const login = await newTrader()
  const secret = await turnOn(await signIn(login))
  const otp = codeOf(secret, 1)
  const all = await Promise.all([0, 1, 2, 3].map(() => signIn(login, { otp })))
  t.equal(all.filter(({ status }) => status === 200).length, 1)
  t.equal(all.filter(({ code }) => code === 'auth.otp_invalid').length, 3)
})

t.test('OTP disable needs a current code', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const early = await ask('POST otp/disable', session, { body: { code: '123456' } })
  t.match(early, { status: 401, code: 'auth.otp_invalid' }, 'there are none')
  const secret = await turnOn(session)
  const off = (code: unknown) => ask('POST otp/disable', session, { body: { code } })
  t.match(await off('12345'), { status: 400, code: 'invalid_input' })
  t.match(await off(noCodeOf(secret)), { status: 401, code: 'auth.otp_invalid' })
  t.match(await off(codeOf(secret)), { code: 'auth.otp_invalid' }, 'confirming has used it')
  t.same((await off(codeOf(secret, 1))).data, { enabled: false, required: false })
  t.match(await signIn(login), { status: 200 })
  t.match(await ask('POST otp/enrol', session), { status: 200 }, 'and on again')
})

t.test('OTP disable is refused when the group requires codes, and uses none', async (t) => {
  const session = await signIn(await newTrader())
  const secret = await turnOn(session)
  await demandCodes('real\\standard', true)
  const body = { code: codeOf(secret, 1) }
  t.match(await ask('POST otp/disable', session, { body }), { status: 403, code: 'forbidden' })
  await demandCodes('real\\standard', false)
  t.match(await ask('POST otp/disable', session, { body }), { status: 200 })
})

t.test('a session that has to enrol may do only that, and is whole when it has', async (t) => {
  await demandCodes(BOUND, true)
  t.teardown(() => demandCodes(BOUND, false))
  const login = await newTrader(BOUND)
  const session = await signIn(login)
  const beside = await signIn(login, { terminal: 'ios' })
  t.match(session, { status: 200, data: { session: { must_enrol_otp: true } } })
  const duty = { status: 403, code: 'auth.otp_enrol_required' }
  const body = { current_password: PASSWORD, new_password: 'Next34?y' }
  t.match(await ask('POST change-password', session, { body }), duty)
  t.match(await ask('POST otp/disable', session, { body: { code: '123456' } }), duty)
  t.match(await ask('GET me', session), { status: 200, data: { must_enrol_otp: true } })
  t.match(await ask('GET otp', session), { data: { enabled: false, required: true } })
  const { data } = await ask('POST otp/enrol', session)
  const confirm = { body: { code: codeOf(data['secret']) } }
  t.match(await ask('POST otp/confirm', session, confirm), { data: { must_enrol_otp: false } })
  t.match(await ask('GET me', session), { data: { must_enrol_otp: false } })
  t.match(await ask('GET me', beside), { data: { must_enrol_otp: false } }, 'and those beside it')
  t.match(await ask('POST change-password', session, { body }), { status: 200 })
})

t.test('with both restrictions the password goes first', async (t) => {
  await demandCodes(BOUND, true)
  t.teardown(() => demandCodes(BOUND, false))
  const login = await newTrader(BOUND)
  front.edit((db) => db.exec(`UPDATE accounts SET must_change_password = 1 WHERE login = ${login}`))
  const session = await signIn(login)
  const both = { must_change_password: true, must_enrol_otp: true }
  t.match(session.data['session'], both)
  const duty = { status: 403, code: 'auth.password_change_required' }
  t.match(await ask('GET otp', session), duty)
  t.match(await ask('POST otp/enrol', session), duty)
  const body = { current_password: PASSWORD, new_password: 'Next34?y' }
  t.match(await ask('POST change-password', session, { body }), { status: 200 })
  const next = await signIn(login, { password: 'Next34?y' })
  t.match(next.data['session'], { must_change_password: false, must_enrol_otp: true })
  t.match(await ask('POST otp/enrol', next), { status: 200 })
})

t.test('investors and api sessions have nothing to enrol, and are asked for no code', async (t) => {
  await demandCodes(BOUND, true)
  t.teardown(() => demandCodes(BOUND, false))
  const login = await newTrader(BOUND)
  front.edit((db) => db.exec(`UPDATE accounts SET api_enabled = 1 WHERE login = ${login}`))
  await turnOn(await signIn(login))
  for (const over of [{ password: WATCH }, { password: MACHINE, terminal: 'api' }]) {
    const session = await signIn(login, over)
    t.match(session, { status: 200, data: { session: { must_enrol_otp: false } } })
    const refused = { status: 403, code: 'forbidden' }
    t.match(await ask('POST otp/enrol', session), refused)
    t.match(await ask('POST otp/disable', session, { body: { code: '123456' } }), refused)
    t.match(await ask('GET otp', session), { data: { enabled: true, required: true } })
  }
})

t.test('a group that requires codes, or no longer does, reaches live sessions', async (t) => {
  const login = await newTrader(BOUND)
  const session = await signIn(login)
  const changes: boolean[] = []
  front.sessions.onChanged((live) => {
    if (live.login === login) changes.push(live.mustEnrolOtp)
  })
  await demandCodes(BOUND, true)
  t.same(changes, [true], 'told at once, for its sockets')
  t.match(await ask('GET me', session), { data: { must_enrol_otp: true } })
  await demandCodes(BOUND, false)
  t.same(changes, [true, false])
  t.match(await ask('GET me', session), { data: { must_enrol_otp: false } })
})

t.test('wrong codes count as failed attempts, and block like wrong passwords', async (t) => {
  const login = await newTrader()
  const session = await signIn(login)
  const secret = await turnOn(session)
  const blocked = { status: 429, code: 'auth.too_many_attempts' }
  const body = { login, password: PASSWORD, otp: noCodeOf(secret) }
  const address = newAddress()
  for (let i = 0; i < FAILURES_PER_PAIR; i++) {
    t.match(await front.ask(`POST ${TRADER}/login`, { body, address }), {
      code: 'auth.otp_invalid',
    })
  }
  const right = { ...body, otp: codeOf(secret, 1) }
  t.match(await front.ask(`POST ${TRADER}/login`, { body: right, address }), blocked, 'a right one')
  for (const what of ['POST otp/disable', 'POST otp/confirm']) {
    t.match(await ask(what, session, { body: { code: right.otp }, address }), blocked, what)
  }
  const elsewhere = newAddress()
  for (let i = 0; i < FAILURES_PER_PAIR; i++) {
    const given = { body: { code: noCodeOf(secret) }, address: elsewhere }
    t.match(await ask('POST otp/disable', session, given), { code: 'auth.otp_invalid' })
  }
  const there = { body: right, address: elsewhere }
  t.match(await front.ask(`POST ${TRADER}/login`, there), blocked, 'those for other ends count too')
  t.match(await signIn(login, { otp: right.otp }), { status: 200 }, 'the code was not used by it')
})

t.test('codes sent in parallel learn nothing beyond the fifth', async (t) => {
  const session = await signIn(await newTrader())
  const secret = await turnOn(session)
  const address = newAddress()
  const guesses = [...new Array<string>(12).fill(noCodeOf(secret)), codeOf(secret, 1)]
  const all = await Promise.all(
    guesses.map((code) => ask('POST otp/disable', session, { body: { code }, address })),
  )
  const codes = all.map(({ code }) => code)
  t.equal(codes.filter((code) => code === 'auth.otp_invalid').length, FAILURES_PER_PAIR)
  t.equal(codes.at(-1), 'auth.too_many_attempts', 'the right one is not told')
})

t.test('what makes secrets or looks at codes has a rate of its own', async (t) => {
  const session = await signIn(await newTrader())
  const codes: string[] = []
  for (let i = 0; i < 21; i++) codes.push((await ask('POST otp/enrol', session)).code)
  t.same(codes, [...new Array<string>(20).fill('ok'), 'too_many_requests'])
})

t.test('an investor who asks for codes leaves the owner theirs', async (t) => {
  const login = await newTrader()
  const investor = await signIn(login, { password: WATCH })
  for (let i = 0; i < 20; i++) t.match(await ask('POST otp/enrol', investor), { status: 403 })
  t.match(await ask('POST otp/enrol', investor), { status: 429 })
  t.match(await ask('POST otp/enrol', await signIn(login)), { status: 200 })
})

t.test('staff have theirs on their own side, and trader tokens open none of it', async (t) => {
  const session = await signIn(1, {}, ADMIN)
  const phone = await signIn(await newTrader(), { terminal: 'ios' })
  for (const what of ['GET otp', 'POST otp/enrol']) {
    const refused = { status: 403, code: 'auth.invalid_terminal' }
    t.match(await ask(what, phone, { prefix: ADMIN }), refused)
  }
  const secret = await turnOn(session, ADMIN)
  t.match(await signIn(1, {}, ADMIN), { code: 'auth.otp_required' })
  const body = { code: codeOf(secret, 1) }
  const off = await ask('POST otp/disable', session, { prefix: ADMIN, body })
  t.match(off, { data: { enabled: false } })
})

t.test('guards of every change guard these, and the account header is looked at', async (t) => {
  const session = await signIn(await newTrader())
  const cookie = cookieHeader(session.cookies)
  for (const what of ['enrol', 'confirm', 'disable']) {
    const path = `POST ${TRADER}/otp/${what}`
    const body = what === 'enrol' ? {} : { body: { code: '123456' } }
    t.match(await front.ask(path, body), { status: 401, code: 'auth.session_expired' })
    const bare = await front.ask(path, { ...body, headers: { cookie } })
    t.match(bare, { status: 403, code: 'auth.csrf_invalid' })
    const csrf = String(session.data['csrf_token'])
    const headers = { cookie, 'x-csrf-token': csrf, 'x-app-account': '1' }
    t.match(await front.ask(path, { ...body, headers }), {
      status: 409,
      code: 'auth.account_changed',
    })
  }
  t.same(front.failures, [])
})

t.test('no secret of codes is in any file, nor any code in the journal', async (t) => {
  const session = await signIn(await newTrader())
  const secret = await turnOn(session)
  const waiting = await ask('POST otp/enrol', await signIn(await newTrader()))
  const files = readdirSync(front.dataDir, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = readFileSync(join(file.parentPath, file.name))
    const found = [secret, String(waiting.data['secret'])].filter((one) => bytes.includes(one))
    t.same(found, [], file.name)
  }
  const lines = front.edit((db) => db.prepare('SELECT text FROM journal').pluck().all())
  const digits = lines.filter((text) => /\b\d{6}\b/.test(String(text)))
  t.same(digits, [])
  t.ok(lines.includes('Turned one-time codes on'))
  t.ok(lines.includes('Turned one-time codes off'))
})

import { join } from 'node:path'
import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { openDesk } from '../../../../actors/desk/desk.js'
import { CodeResets } from '../../../../actors/desk/identity/code-resets.js'
import { deskParts } from '../../../../actors/desk/parts.js'
import { digestsOf, issueTokens } from '../../../../actors/sign-in/session-tokens.js'
import { accept } from '../../../../actors/thread/ask.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { randomKey } from '../../../../actors/thread/random.js'
import { CODE_STEP_SEC, ENROLMENT_MS } from '../../../../engine/access/one-time-code.js'
import { kindOf } from '../../../../engine/config/kinds.js'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { openSeal } from '../../../../storage/secrets/seal.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import { codeOf, noCodeOf } from '../../../given/codes.js'
import { codeSaid, STAFF, scratch, value } from '../../../given/desk.js'

// One-time codes at the desk, with a clock that the test moves. What routes make of them is in
// test/http/routes/auth/one-time-codes.test.ts.

const LOGIN = 1001
const ORIGIN = { ip: '10.0.0.1', requestId: 'r-1' }
const STEP_MS = CODE_STEP_SEC * 1000
const KEY = new Uint8Array(32).fill(3)

function given(test: { teardown(run: () => void): unknown }, dataDir = scratch(test), key = KEY) {
  const path = join(dataDir, 'openfloor.sqlite')
  const db = openWriter(path)
  test.teardown(() => db.close())
  migrate(db)
  const time = { now: 1_700_000_000_000 }
  const clock = { ...systemClock(), now: () => time.now }
  const desk = openDesk(db, clock, 1, openSeal(key, randomKey))
  if (accountsRepo(db).get(LOGIN) === undefined) {
    const { config } = desk
    const group = kindOf('groups').defaults({ path: 'real\\standard', company: 'Acme: Markets' })
    desk.change(() => accept(config.insert('groups', config.takeId('groups'), group, {}, 1)))
    config.reload()
    accountsRepo(db).insert(accountWithDefaults({ login: LOGIN, group: 'real\\standard' }), 1)
    credentialsRepo(db).set(LOGIN, 'master', 'hash', 1)
    credentialsRepo(db).set(LOGIN, 'investor', 'look', 1)
  }
  const handlers = deskParts(desk)
  const signIn = (
    otp: string,
    kind: 'master' | 'investor' = 'master',
    from: { readonly ip?: string; readonly isKnown?: boolean } = {},
  ) =>
    handlers['auth.open']({
      login: LOGIN,
      side: 'trader',
      terminal: 'web',
      rehash: null,
      otp,
      credential: { kind, hash: kind === 'master' ? 'hash' : 'look' },
      keepSignedIn: false,
      userAgent: '',
      digests: digestsOf(issueTokens()),
      origin: { ...ORIGIN, ip: from.ip ?? ORIGIN.ip },
      isKnown: from.isKnown ?? false,
    })
  const session = (kind: 'master' | 'investor' = 'master'): string => {
    const on = accountsRepo(db).get(LOGIN)?.otp_enabled === true
    if (on) accountsRepo(db).update(LOGIN, { otp_enabled: false }, 1)
    const opened = value(signIn('', kind))
    if (on) accountsRepo(db).update(LOGIN, { otp_enabled: true }, 1)
    return opened.session.id
  }
  const own = (id: string) => ({ login: LOGIN, session: id, origin: ORIGIN })
  const enrol = (id: string) => handlers['auth.otp_enrol'](own(id))
  const confirm = (id: string, code: string) => handlers['auth.otp_confirm']({ ...own(id), code })
  const disable = (id: string, code: string) => handlers['auth.otp_disable']({ ...own(id), code })
  const isOn = () => accountsRepo(db).get(LOGIN)?.otp_enabled
  const reset = (actor = STAFF) => {
    const account = accountsRepo(db).get(LOGIN)
    if (account === undefined) throw new Error('it was opened')
    return new CodeResets(desk).reset(actor, account)
  }
  return { db, dataDir, time, signIn, session, enrol, confirm, disable, isOn, reset }
}

type Given = ReturnType<typeof given>

/** Turned on with the code of the present step; the clock is then at the first step after it. */
function turnedOn(desk: Given): { readonly id: string; readonly secret: string } {
  const id = desk.session()
  const { secret } = value(desk.enrol(id))
  value(desk.confirm(id, codeOf(secret, 0, desk.time.now)))
  desk.time.now += STEP_MS
  return { id, secret }
}

t.test('codes are of 30 s steps, and one step either side is taken', (t) => {
  for (const [steps, said] of [
    [-2, 'auth.otp_invalid'],
    [-1, 'ok'],
    [0, 'ok'],
    [1, 'ok'],
    [2, 'auth.otp_invalid'],
  ] as const) {
    const desk = given(t)
    const { secret } = turnedOn(desk)
    desk.time.now += 10 * STEP_MS
    t.equal(codeSaid(desk.signIn(codeOf(secret, steps, desk.time.now))), said, `${steps} steps`)
  }
  t.end()
})

t.test('a step is the same for its whole 30 s, and no longer', (t) => {
  const desk = given(t)
  const { secret } = turnedOn(desk)
  const start = Math.ceil(desk.time.now / STEP_MS) * STEP_MS + 10 * STEP_MS
  const code = codeOf(secret, 0, start)
  desk.time.now = start - STEP_MS - 1
  t.equal(codeSaid(desk.signIn(code)), 'auth.otp_invalid', 'two steps ahead')
  desk.time.now = start + 2 * STEP_MS
  t.equal(codeSaid(desk.signIn(code)), 'auth.otp_invalid', 'two steps behind')
  desk.time.now = start + 2 * STEP_MS - 1
  t.equal(codeSaid(desk.signIn(code)), 'ok', 'the last moment')
  t.end()
})

t.test('a used step is never accepted twice, nor one before it', (t) => {
  const desk = given(t)
  const { secret } = turnedOn(desk)
  const code = codeOf(secret, 0, desk.time.now)
  t.equal(codeSaid(desk.signIn(codeOf(secret, -1, desk.time.now))), 'auth.otp_invalid', 'confirmed')
  t.equal(codeSaid(desk.signIn(codeOf(secret, 1, desk.time.now))), 'ok', 'of a clock ahead')
  t.equal(codeSaid(desk.signIn(codeOf(secret, 1, desk.time.now))), 'auth.otp_invalid')
  t.equal(codeSaid(desk.signIn(code)), 'auth.otp_invalid', 'older than what was used')
  desk.time.now -= 100 * STEP_MS
  const back = codeOf(secret, 0, desk.time.now)
  t.equal(codeSaid(desk.signIn(back)), 'auth.otp_invalid', 'a clock set back opens none again')
  t.end()
})

t.test('a used step is on disk with what it was used for', (t) => {
  const first = given(t)
  const { secret, id } = turnedOn(first)
  const code = codeOf(secret, 0, first.time.now)
  t.equal(codeSaid(first.signIn(code)), 'ok')
  // Another connection sees what is committed, and that alone.
  const second = given(t, first.dataDir)
  second.time.now = first.time.now
  t.equal(codeSaid(second.signIn(code)), 'auth.otp_invalid')
  t.equal(codeSaid(second.disable(id, code)), 'auth.otp_invalid', 'nor for anything else')
  t.equal(codeSaid(second.disable(id, codeOf(secret, 1, first.time.now))), 'ok')
  t.equal(second.isOn(), false)
  t.equal(codeSaid(second.signIn(codeOf(secret, 1, first.time.now))), 'auth.otp_not_set')
  t.end()
})

t.test('a sign-in that is refused uses no code', (t) => {
  const desk = given(t)
  const { secret } = turnedOn(desk)
  const code = codeOf(secret, 0, desk.time.now)
  accountsRepo(desk.db).update(LOGIN, { enabled: false }, 1)
  t.equal(codeSaid(desk.signIn(code)), 'auth.account_disabled')
  accountsRepo(desk.db).update(LOGIN, { enabled: true }, 1)
  t.equal(codeSaid(desk.signIn(code)), 'ok')
  t.end()
})

t.test('a secret waits an hour to be confirmed, and a new one takes its place', (t) => {
  const desk = given(t)
  const id = desk.session()
  t.equal(codeSaid(desk.confirm(id, '123456')), 'auth.otp_not_set', 'none was made')
  const first = value(desk.enrol(id))
  const second = value(desk.enrol(id))
  t.not(first.secret, second.secret)
  t.match(second.secret, /^[A-Z2-7]{32}$/, '160 bits')
  const label = `otpauth://totp/Acme%20%20Markets:${LOGIN}?secret=${second.secret}`
  t.ok(second.uri.startsWith(label), second.uri)
  t.equal(codeSaid(desk.confirm(id, codeOf(first.secret, 0, desk.time.now))), 'auth.otp_invalid')
  desk.time.now += ENROLMENT_MS
  const late = codeOf(second.secret, 0, desk.time.now)
  t.equal(codeSaid(desk.confirm(id, late)), 'auth.otp_not_set', 'an hour is over')
  const third = value(desk.enrol(id))
  desk.time.now += ENROLMENT_MS - 1
  t.equal(codeSaid(desk.confirm(id, codeOf(third.secret, 0, desk.time.now))), 'ok')
  t.equal(codeSaid(desk.enrol(id)), 'conflict', 'while codes are on')
  t.equal(codeSaid(desk.confirm(id, '123456')), 'auth.otp_not_set', 'nothing waits')
  t.end()
})

t.test('ten wrong codes with the right password leave known addresses alone', (t) => {
  const desk = given(t)
  const { db, time, signIn } = desk
  const { secret } = turnedOn(desk)
  accountsRepo(db).update(LOGIN, { email: 'ada@example.com', language: 'de' }, 1)
  const right = () => {
    time.now += STEP_MS
    return codeOf(secret, 0, time.now)
  }
  const guess = (n: number) =>
    codeSaid(signIn(noCodeOf(secret, time.now), 'master', { ip: `10.1.${n}.1` }))
  const away = { ip: '10.9.9.9' }
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  const wrong = (n: number) => t.equal(guess(n), 'auth.otp_invalid')
  for (let n = 0; n < 9; n++) wrong(n)
  t.equal(codeSaid(signIn(right(), 'master', away)), 'ok', 'a right one ends the count')
  t.equal(value(signIn(right())).session.ip, ORIGIN.ip)
  for (let n = 0; n < 9; n++) wrong(n)
  t.same([count('outbox'), count('notifications')], [0, 0])
  wrong(9)
  const held = signIn(right(), 'master', away)
  t.match(held, { code: 'auth.too_many_attempts', retryAfterMs: Number })
  t.equal(guess(1), 'auth.too_many_attempts', 'no code is looked at')
  const lines = db.prepare("SELECT text FROM journal WHERE text LIKE '10 wrong%'").pluck().all()
  t.equal(lines.length, 1)
  t.match(db.prepare('SELECT kind, login, address FROM outbox').all(), [
    { kind: 'sign_in', login: LOGIN, address: 'ada@example.com' },
  ])
  t.match(db.prepare('SELECT login, message FROM notifications').all(), [
    { login: LOGIN, message: /Einmalcodes/ },
  ])
  t.equal(codeSaid(signIn('123456', 'investor', away)), 'auth.otp_not_set', 'others are not held')
  t.equal(codeSaid(signIn(right(), 'master', { ...away, isKnown: true })), 'ok')
  t.equal(codeSaid(signIn(right(), 'master', { ip: '10.8.8.8' })), 'ok', 'and that ended it')
  for (let n = 0; n < 10; n++) wrong(n)
  t.equal(
    codeSaid(signIn(right(), 'master', { ip: '10.8.8.8' })),
    'ok',
    'the last address is known',
  )
  for (let n = 0; n < 10; n++) wrong(n)
  time.now += 24 * 3_600_000
  t.equal(codeSaid(signIn(right(), 'master', away)), 'ok', 'a day is over')
  t.end()
})

t.test('an investor has no part in the codes', (t) => {
  const desk = given(t)
  turnedOn(desk)
  t.equal(codeSaid(desk.signIn('', 'investor')), 'ok', 'is asked for none')
  t.equal(codeSaid(desk.signIn('123456', 'investor')), 'auth.otp_not_set')
  const id = desk.session('investor')
  for (const outcome of [desk.enrol(id), desk.confirm(id, '123456'), desk.disable(id, '123456')]) {
    t.equal(codeSaid(outcome), 'forbidden')
  }
  t.equal(desk.isOn(), true)
  t.end()
})

t.test(
  'codes that staff reset are off, with the secret and the sessions, and leave no rest',
  (t) => {
    const desk = given(t)
    const count = (table: string) => desk.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    const { id, secret } = turnedOn(desk)
    t.equal(codeSaid(desk.reset()), 'ok')
    t.equal(desk.isOn(), false)
    t.same([count('one_time_codes'), count('sessions')], [0, 0])
    t.equal(codeSaid(desk.disable(id, codeOf(secret, 0, desk.time.now))), 'auth.session_expired')
    t.equal(codeSaid(desk.signIn('')), 'ok', 'is asked for none')
    t.equal(codeSaid(desk.reset()), 'ok', 'who has none')
    t.equal(count('sessions'), 1, 'is left alone')
    t.end()
  },
)

t.test('who turns codes off leaves no secret behind, and sets them up by password alone', (t) => {
  const desk = given(t)
  const { id, secret } = turnedOn(desk)
  const told = () => desk.db.prepare('SELECT count(*) FROM journal').pluck().get()
  const before = told()
  t.equal(codeSaid(desk.signIn('')), 'auth.otp_required')
  t.equal(told(), before, 'to be asked for the code is no failure')
  value(desk.disable(id, codeOf(secret, 0, desk.time.now)))
  t.equal(desk.isOn(), false)
  desk.time.now += STEP_MS
  t.equal(codeSaid(desk.confirm(id, codeOf(secret, 0, desk.time.now))), 'auth.otp_not_set')
  for (const [of, said] of [
    ["terminal = 'api'", 'forbidden'],
    ["terminal = 'web', read_only = 1", 'forbidden'],
    ['read_only = 0', 'ok'],
  ] as const) {
    desk.db.exec(`UPDATE sessions SET ${of}`)
    t.equal(codeSaid(desk.enrol(id)), said, of)
  }
  t.equal(codeSaid(desk.enrol('another')), 'auth.session_expired')
  t.end()
})

t.test('what owners do to their codes has its lines, with who did it and from where', (t) => {
  const desk = given(t)
  const { id, secret } = turnedOn(desk)
  value(desk.disable(id, codeOf(secret, 0, desk.time.now)))
  t.match(desk.enrol('none'), { ok: false, code: 'auth.session_expired' })
  const line = (text: string, changes: unknown[] = []) => ({
    actor: LOGIN,
    login: LOGIN,
    kind: 'auth',
    text,
    changes: JSON.stringify(changes),
    ip: ORIGIN.ip,
    request_id: ORIGIN.requestId,
  })
  const turned = (from: boolean) => [{ field: 'otp_enabled', from, to: !from }]
  const sql = 'SELECT actor, login, kind, text, changes, ip, request_id FROM journal ORDER BY id'
  t.same(desk.db.prepare(sql).all(), [
    line('Signed in to terminal web', [{ field: 'session', from: null, to: 'web 10.0.0.1' }]),
    line('Made a new secret for one-time codes'),
    line('Turned one-time codes on', turned(false)),
    line('Turned one-time codes off', turned(true)),
  ])
  t.end()
})

t.test('a reset has its line, with what was so', (t) => {
  const desk = given(t)
  const line = () =>
    desk.db
      .prepare('SELECT actor, login, kind, text, changes FROM journal ORDER BY id DESC LIMIT 1')
      .get() as { changes: string }
  const told = { actor: STAFF.login, login: LOGIN, kind: 'account.otp' }
  const text = `The one-time codes of ${LOGIN} were reset; 1 session closed`
  value(desk.enrol(desk.session()))
  value(desk.reset())
  t.match(line(), { ...told, text })
  const closed = { field: 'session', from: 'web 10.0.0.1', to: null }
  t.same(JSON.parse(line().changes), [closed], 'they were not on yet')
  turnedOn(desk)
  value(desk.reset())
  t.match(line(), { ...told, text })
  const turned = { field: 'otp_enabled', from: true, to: false }
  t.same(JSON.parse(line().changes), [turned, closed])
  t.end()
})

t.test("one's own codes are not reset, and who has none is left alone", (t) => {
  const desk = given(t)
  const own = { ...STAFF, login: LOGIN }
  desk.enrol(desk.session())
  t.equal(codeSaid(desk.reset(own)), 'ok', 'one that is not confirmed is given up')
  turnedOn(desk)
  t.equal(codeSaid(desk.reset(own)), 'forbidden')
  t.equal(desk.isOn(), true)
  t.end()
})

t.test('a secret is sealed on disk for its login, and no other key opens it', (t) => {
  const desk = given(t)
  const { secret } = turnedOn(desk)
  const stored = desk.db.prepare('SELECT secret FROM one_time_codes').pluck().all()
  t.equal(stored.length, 1)
  t.match(stored[0], /^v1\./)
  t.notOk(String(stored[0]).includes(secret))
  const code = codeOf(secret, 0, desk.time.now)
  const other = given(t, desk.dataDir, new Uint8Array(32).fill(4))
  other.time.now = desk.time.now
  t.equal(codeSaid(other.signIn(code)), 'auth.otp_invalid', 'no code is right, and nothing fails')
  t.equal(codeSaid(desk.signIn(code)), 'ok', 'the old key goes on')
  t.end()
})

t.test('what is no code of six digits is wrong, and one-time secrets are not journaled', (t) => {
  const desk = given(t)
  const { secret } = turnedOn(desk)
  const wrong = noCodeOf(secret, desk.time.now)
  for (const code of ['12345', '1234567', '12345a', '１２３４５６', wrong]) {
    t.equal(codeSaid(desk.signIn(code)), 'auth.otp_invalid', code)
  }
  const lines = desk.db.prepare('SELECT text, changes FROM journal').all()
  const text = JSON.stringify(lines)
  t.match(text, /Turned one-time codes on/)
  t.match(text, /refused: auth.otp_invalid/)
  for (const one of [secret, wrong]) t.notOk(text.includes(one))
  t.end()
})

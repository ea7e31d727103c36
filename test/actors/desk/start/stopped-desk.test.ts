import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { resetOtp } from '../../../../actors/desk/start/reset-otp.js'
import { resetPassword } from '../../../../actors/desk/start/reset-password.js'
import { ensureDemoTrader } from '../../../../actors/server/first-trader.js'
import type { Supervisor } from '../../../../actors/server/supervisor.js'
import { type Passwords, passwordsFull } from '../../../../actors/sign-in/passwords.js'
import { accept, type Outcome } from '../../../../actors/thread/ask.js'
import { refuse } from '../../../../engine/code.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { oneTimeCodesRepo } from '../../../../storage/repos/people/one-time-codes.js'
import { sessionsRepo } from '../../../../storage/repos/people/sessions.js'
import { journalRepo } from '../../../../storage/repos/records/journal.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { storedSession } from '../../../given/sessions.js'

// Changes of accounts by commands while no server works, and what a first start makes.

const LOGIN = 7
/** Hashes that show what was hashed. */
const PASSWORDS = { hash: async (text: string) => `hash of ${text}` } as unknown as Passwords
const FULL = { hash: async () => passwordsFull('known_staff') } as unknown as Passwords

type Test = ConstructorParameters<typeof ConfigFront>[0]

/** A directory with an account that has two sessions, and another with one; its server works still. */
function given(test: Test, otp_enabled = false) {
  const front = new ConfigFront(test, { demo: false })
  const { dataDir, desk, clock } = front
  const { db } = desk
  desk.change(() => {
    for (const login of [LOGIN, 8]) {
      const account = accountWithDefaults({ login, group: 'managers\\dealers' })
      accountsRepo(db).insert({ ...account, otp_enabled }, front.now)
    }
    for (const [id, login] of [
      ['a', LOGIN],
      ['b', LOGIN],
      ['c', 8],
    ] as const) {
      sessionsRepo(db).insert(storedSession(id, { login, side: 'staff', terminal: 'manager' }))
    }
    return accept(null)
  })
  /** The directory as the command leaves it: the sessions, the account and the newest line. */
  const after = () => {
    const { db } = new ConfigFront(test, { dataDir }).desk
    const sessions = [LOGIN, 8].flatMap((login) => sessionsRepo(db).ofLogin(login))
    const ids = sessions.map(({ id }) => id)
    const [line] = journalRepo(db).page({}, 0, 1)
    const { actor, login, kind, text, changes } = JSON.parse(String(line))
    const { otp_enabled, version } = accountsRepo(db).get(LOGIN) ?? {}
    const hash = credentialsRepo(db).hash(LOGIN, 'master')
    return { db, ids, line: { actor, login, kind, text, changes }, otp_enabled, version, hash }
  }
  return { dataDir, db, clock, after }
}

const running = (dataDir: string) => because('conflict.running', { directory: dataDir })
const nowhere = (dataDir: string) => because('not_found.data_dir', { directory: dataDir })
/** As the line tells of the two sessions. */
const CLOSED = Array.from({ length: 2 }, () => {
  return { field: 'session', from: 'manager 192.0.2.1', to: null }
})
const NOBODY = because('not_found.account', { login: 99 })

t.test(
  'a password is reset on a server that is stopped, and the sessions of its login end',
  async (t) => {
    const { dataDir, db, clock, after } = given(t)
    const reset = (login = LOGIN, passwords = PASSWORDS, where = dataDir) =>
      resetPassword(where, login, passwords, clock)
    t.same(await reset(), running(dataDir))
    db.close()
    t.same(await reset(LOGIN, PASSWORDS, `${dataDir}/x`), nowhere(`${dataDir}/x`))
    t.same(await reset(99), NOBODY)
    t.same(await reset(LOGIN, FULL), passwordsFull('known_staff'))
    const done = await reset()
    if (!done.ok) throw new Error(done.message)
    const { db: later, ...found } = after()
    t.same(found, {
      ids: ['c'],
      line: {
        actor: null,
        login: LOGIN,
        kind: 'account.password',
        changes: [{ field: 'master_password', from: null, to: 'set' }, ...CLOSED],
        text: 'The password of 7 was reset on the server, 2 sessions closed',
      },
      otp_enabled: false,
      version: 1,
      hash: `hash of ${done.value}`,
    })
    later.close()
  },
)

t.test('one-time codes are reset on a server that is stopped, also those that wait', (t) => {
  for (const [isOn, hasSecret] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const { dataDir, db, clock, after } = given(t, isOn)
    const codes = oneTimeCodesRepo(db)
    if (hasSecret) codes.put(LOGIN, 'sealed', 1)
    t.same(resetOtp(dataDir, LOGIN, clock), running(dataDir))
    db.close()
    t.same(resetOtp(dataDir, 99, clock), NOBODY)
    const isAny = isOn || hasSecret
    t.same(resetOtp(dataDir, LOGIN, clock), { ok: true, value: isAny })
    const { db: later, ids, line, otp_enabled, version } = after()
    t.same(
      { ids, otp_enabled, version },
      {
        ids: isAny ? ['c'] : ['a', 'b', 'c'],
        otp_enabled: false,
        version: isOn ? 2 : 1,
      },
    )
    t.equal(oneTimeCodesRepo(later).remove(LOGIN), false, 'the secret is gone')
    if (isAny) {
      t.same(line, {
        actor: null,
        login: LOGIN,
        kind: 'account.otp',
        text: 'The one-time codes of 7 were reset on the server, 2 sessions closed',
        changes: [...(isOn ? [{ field: 'otp_enabled', from: true, to: false }] : []), ...CLOSED],
      })
    } else t.equal(line.kind, 'server.seeded')
    later.close()
  }
  t.end()
})

t.test(
  'the administrator gets the password that is given, else a random one that is told',
  async (t) => {
    const asked: unknown[] = []
    const desk = {
      ask: async (...what: unknown[]) => {
        asked.push(what)
        return accept(null)
      },
    }
    const set = (hash: string) => ['system.administrator_password', { hash }]
    t.same(await ensureAdministrator(desk, PASSWORDS, 'Abcd12!x'), { ok: true, value: null })
    t.same(asked.splice(0), [set('hash of Abcd12!x')])
    const random = await ensureAdministrator(desk, PASSWORDS, undefined)
    if (!random.ok) throw new Error(random.message)
    t.match(random.value, /^.{12,}$/)
    t.same(asked.splice(0), [set(`hash of ${random.value}`)])
    t.match(await ensureAdministrator(desk, PASSWORDS, 'abc'), {
      ok: false,
      code: 'auth.password_weak',
      message: /^ADMIN_PASSWORD cannot be used\. ./,
    })
    t.same(await ensureAdministrator(desk, FULL, 'Abcd12!x'), passwordsFull('known_staff'))
    t.same(asked, [])
    const had = refuse('conflict', 'it has one')
    const again = { ask: async () => had }
    t.same(await ensureAdministrator(again, PASSWORDS, undefined), had)
  },
)

t.test('the trader of the demo set is opened, has its money, and its password last', async (t) => {
  const asked: [string, unknown][] = []
  let recordSeq = 0
  const no = refuse('unavailable', 'later')
  const refused = new Set<string>()
  const ask = async (name: string, request: unknown): Promise<Outcome<unknown>> => {
    asked.push([name, request])
    return refused.has(name) ? no : accept(name === 'held' ? { recordSeq } : null)
  }
  const server = { ask, shardOf: () => ({ ask }) } as unknown as Supervisor
  const names = () => asked.splice(0).map(([name]) => name)
  const made = await ensureDemoTrader(server, PASSWORDS)
  if (!made.ok) throw new Error(made.message)
  t.equal(made.value.login, 100)
  const deposit = asked[3]?.[1] as { by: { request_id: string } } | undefined
  const request_id = deposit?.by.request_id
  const id = '00000000-0000-4000-8000-000000000100'
  t.same(asked.splice(0), [
    ['demo_trader.open', null],
    ['held', { login: 100 }],
    [
      'payments.claim',
      { actor: { login: 1, ip: '', requestId: request_id }, payments: [[id, 100]] },
    ],
    [
      'balance',
      {
        login: 100,
        action: 'deposit',
        amount: '10000.00',
        comment: 'Demo money',
        by: { login: 1, ip: '', request_id },
        request_id: id,
        skip_margin_check: false,
      },
    ],
    ['demo_trader.password', { hash: `hash of ${made.value.password}` }],
  ])
  const steps = ['demo_trader.open', 'held', 'payments.claim', 'balance', 'demo_trader.password']
  for (const [i, name] of steps.entries()) {
    refused.clear()
    refused.add(name)
    t.same(await ensureDemoTrader(server, PASSWORDS), no, name)
    t.same(names(), steps.slice(0, i + 1))
  }
  refused.clear()
  t.same(await ensureDemoTrader(server, FULL), passwordsFull('known_staff'))
  names()
  recordSeq = 1
  t.match(await ensureDemoTrader(server, PASSWORDS), { ok: true })
  const without = ['demo_trader.open', 'held', 'demo_trader.password']
  t.same(names(), without, 'what has a record has had its money')
})

import t from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { RIGHTS, type Right } from '../../../engine/access/rights.js'
import { refuse } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { sessionsRepo } from '../../../storage/repos/people/sessions.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import { STAFF } from '../../given/desk.js'
import { sessionUntil } from '../../given/sessions.js'
import { staffFront } from '../../given/staff.js'

// The desk looks up who asks and whom it is about by itself: both may have changed since their route has asked.

const SCOPE = ['*']
const TRADER = 601
const USER = 502

/** What may be asked about an account, each so that nothing but who asks is wrong with it. */
const OF_ACCOUNT: Readonly<Record<string, object>> = {
  'accounts.archive': { version: 1, isFlat: true },
  'accounts.clients': {},
  'accounts.edit': { version: 1, change: { name: 'x' } },
  'accounts.enable': { enabled: false },
  'accounts.link': { version: 1, logins: [] },
  'accounts.move': { version: 1, group: 'demo\\standard', isFresh: true },
  'accounts.password_checked': { kind: 'master', fits: true },
  'accounts.password_rules': { kind: 'master' },
  'accounts.reset_otp': {},
  'accounts.set_leverage': { version: 1, leverage: 30 },
  'accounts.set_password': { kind: 'master', hash: null },
}
const OF_USER: Readonly<Record<string, object>> = {
  'staff.disable': {},
  'staff.get': {},
  'staff.password_rules': {},
  'staff.remove': {},
  'staff.reports': {},
  'staff.reset_otp': {},
  'staff.set_password': { hash: 'x' },
  'staff.set_reports': { version: 1, lines: [] },
  'staff.update': { version: 1, change: { mailbox_name: 'x' } },
}
const OF_NOBODY: Readonly<Record<string, object>> = {
  'bulk_closes.begin': { text: 'x', plan: { id: 'x', total: 0, trades: [] } },
  'deal_corrections.begin': { text: 'x', plan: { missing: [], rows: [] } },
  'imports.look': { items: [] },
  'jobs.create': { kind: 'accounts.export', request: {}, rights: [], scope: [] },
  'position_payments.begin': { payments: 1, logins: [1] },
  'sessions.kick': { id: 'x' },
  'sessions.kick_login': { login: TRADER },
  'staff.create': { login: 503, profile: { group_scope: SCOPE } },
  'staff.list': { page: 1, limit: 10 },
}

function given(t: Parameters<typeof staffFront>[0]) {
  const front = staffFront(t)
  const { db } = front.desk
  const staff = staffRepo(db)
  const hire = (login: number, over: object = {}): void => {
    staff.insert({ login, rights: RIGHTS, group_scope: SCOPE, ...over }, front.now)
  }
  const handlers = deskHandlers(front.desk) as unknown as Record<string, (asked: object) => unknown>
  const ask = (name: string, by: number | null, request: object): unknown =>
    handlers[name]?.({ actor: { ...STAFF, login: by }, ...request })
  const tables = ['accounts', 'staff', 'credentials', 'jobs', 'journal', 'sessions']
  const stored = () => tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all())
  return { front, staff, hire, ask, stored }
}

t.test('what cannot be stored is refused so, and nobody is told of it', (t) => {
  const { front, hire, stored } = given(t)
  hire(USER)
  const { desk } = front
  sessionsRepo(desk.db).insert(sessionUntil('s', front.now + 1, { login: TRADER }))
  const before = stored()
  const full = refuse('unavailable', 'The disk is full.')
  const told: unknown[] = []
  const handlers = deskHandlers({
    ...desk,
    // As on a full disk: it was done, and undone when it was to be written.
    change: (work) =>
      desk.change((journal) => {
        work(journal)
        return full
      }),
    publish: (event) => told.push(event),
  }) as unknown as Record<string, (asked: object) => unknown>
  const same = new Set(['accounts.link', 'staff.set_reports'])
  const reads = /_rules$|^accounts.clients$|^imports.look$|^staff.(get|list|reports)$/
  const all: [name: string, request: object][] = [
    ...Object.entries({ ...OF_ACCOUNT, 'sessions.kick_login': {} }).map(
      ([name, more]): [string, object] => [name, { login: TRADER, ...more }],
    ),
    ...Object.entries(OF_USER).map(([name, more]): [string, object] => [
      name,
      { login: USER, ...more },
    ]),
    ...Object.entries({ ...OF_NOBODY, 'sessions.kick': { id: 's' } }),
    ['bulk_closes.end', { outcome: 1 }],
    ['files.expire', {}],
    ['once.sweep', {}],
    ['payments.claim', { payments: [['00000000-0000-4000-8000-000000000001', TRADER]] }],
  ]
  for (const [name, request] of all) {
    if (reads.test(name) || same.has(name)) continue
    t.same(handlers[name]?.({ actor: STAFF, ...request }), full, name)
  }
  const close = { login: TRADER, actor: 1, why: 'x', origin: { ip: '', requestId: '' } }
  t.same(handlers['auth.close']?.({ ...close, id: 's' }), full)
  t.same(handlers['auth.close_login']?.(close), full)
  t.same(told, [])
  t.same(stored(), before)
  t.end()
})

t.test('who is no active staff user is refused, whatever it is, and nothing changes', (t) => {
  const { staff, hire, ask, stored } = given(t)
  hire(501)
  hire(USER)
  const inactive = staff.get(501)
  if (inactive !== undefined) staff.update(inactive, { active: false }, 1)
  const before = stored()
  const message = 'You are no longer an active staff user. Ask an administrator.'
  const refused = { ok: false, code: 'forbidden', message }
  const all: [name: string, request: object][] = [
    ...Object.entries(OF_ACCOUNT).map(([name, more]): [string, object] => [
      name,
      { login: TRADER, ...more },
    ]),
    ...Object.entries(OF_USER).map(([name, more]): [string, object] => [
      name,
      { login: USER, ...more },
    ]),
    ...Object.entries(OF_NOBODY),
  ]
  for (const [name, request] of all) {
    for (const by of [501, 503, null]) t.match(ask(name, by, request), refused, `${name} of ${by}`)
  }
  t.same(stored(), before)
  t.end()
})

t.test('what is out of reach reads like one that is not there, and nothing changes', (t) => {
  const { hire, ask, stored } = given(t)
  hire(501, { group_scope: ['real\\ecn'], rights: RIGHTS.filter((one) => one !== 'config.staff') })
  hire(USER)
  const before = stored()
  for (const login of [TRADER, 99_999]) {
    const missing = because('not_found.account', { login })
    for (const [name, more] of Object.entries(OF_ACCOUNT)) {
      t.match(ask(name, 501, { login, ...more }), missing, name)
    }
  }
  for (const login of [USER, 503]) {
    const missing = because('not_found.staff_user', { login })
    for (const [name, more] of Object.entries(OF_USER)) {
      t.match(ask(name, 501, { login, ...more }), missing, name)
    }
  }
  t.same(stored(), before)
  t.end()
})

t.test('a staff user who is beyond the caller is read, and not changed', (t) => {
  const { hire, ask, stored } = given(t)
  hire(501, { rights: RIGHTS.filter((one) => one !== 'config.gateways') })
  hire(USER)
  const before = stored()
  const beyond = { ok: false, code: 'forbidden' }
  const reads = new Set(['staff.get', 'staff.reports'])
  for (const [name, more] of Object.entries(OF_USER)) {
    t.match(ask(name, 501, { login: USER, ...more }), reads.has(name) ? { ok: true } : beyond, name)
  }
  for (const [name, more] of Object.entries(OF_ACCOUNT)) {
    t.match(ask(name, 501, { login: USER, ...more }), beyond, name)
  }
  t.same(stored(), before)
  t.end()
})

t.test('some work needs a right that is held at that moment', (t) => {
  const { hire, ask } = given(t)
  const needs: [name: string, ...rights: Right[]][] = [
    ['bulk_closes.begin', 'trades.edit'],
    ['deal_corrections.begin', 'trades.manager', 'accounts.balance'],
    ['imports.look', 'accounts.edit'],
    ['position_payments.begin', 'accounts.balance'],
    ['sessions.kick', 'accounts.online', 'accounts.edit'],
    ['sessions.kick_login', 'accounts.online', 'accounts.edit'],
  ]
  let login = 501
  for (const [name, ...rights] of needs) {
    for (const right of rights) {
      hire(login, { rights: RIGHTS.filter((one) => one !== right) })
      const refused = { ok: false, code: 'forbidden', message: new RegExp(right) }
      t.match(ask(name, login, OF_NOBODY[name] ?? {}), refused, `${name} without ${right}`)
      login++
    }
  }
  t.end()
})

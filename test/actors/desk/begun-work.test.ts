import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import { STAFF } from '../../given/desk.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// What is written before many trades or payments are carried out, and by whom it may be.

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test, { demo: false })
  const { db } = front.desk
  const as = (login: number, rights: string[]) => {
    accountsRepo(db).insert(accountWithDefaults({ login, group: 'managers\\dealers' }), 1)
    staffRepo(db).insert({ login, rights, group_scope: ['*'] }, 1)
    return { ...STAFF, login }
  }
  const lines = () =>
    front.lines.splice(0).map(({ actor, login, kind, text }) => ({ actor, login, kind, text }))
  lines()
  return { front, as, lines, ask: deskHandlers(front.desk) }
}

const forbidden = { ok: false, code: 'forbidden' }
const once = (key: string, digest = 'd') => ({ key, digest })

t.test('payments for positions begin with one line, under their key', (t) => {
  const { as, lines, ask } = given(t)
  const may = as(7, ['accounts.balance'])
  const begin = (actor = may, more: object = {}) =>
    ask['position_payments.begin']({ actor, payments: 5, logins: [11, 12, 13], ...more })
  t.match(begin(as(8, ['trades.edit'])), forbidden)
  t.match(begin({ ...STAFF, login: 99 }), forbidden)
  t.same(lines(), [])
  const line = (actor: number) => ({
    actor,
    login: null,
    kind: 'payments',
    text: 'Payments for positions: 5 to 3 accounts',
  })
  t.same(begin(), { ok: true, value: { payments: 5 } })
  t.same(lines(), [line(7)])
  t.same(begin(may, { once: once('a') }), { ok: true, value: { payments: 5 } })
  t.same(lines(), [line(7)])
  t.same(begin(may, { once: once('a'), payments: 6 }), { ok: true, value: { payments: 5 } })
  t.same(lines(), [], 'it was begun')
  t.end()
})

t.test('lines of what is done to many accounts carry the groups that are touched', (t) => {
  const { front, as, lines, ask } = given(t)
  const may = as(7, ['accounts.balance', 'trades.edit'])
  for (const [login, group] of [
    [11, 'real\\standard'],
    [12, 'demo\\standard'],
    [13, 'real\\standard'],
  ] as const) {
    accountsRepo(front.desk.db).insert(accountWithDefaults({ login, group }), 1)
  }
  lines()
  const masks = () => front.lines.splice(0).map((line) => line.masks)
  const touched = ['real\\standard', 'demo\\standard']
  ask['position_payments.begin']({ actor: may, payments: 3, logins: [11, 12, 13, 99] })
  t.same(masks(), [touched])
  const trades = [11, 12, 13].map((login) => ['close', 'position', login, 5, 'EURUSD'])
  const plan = { id: 'p', total: 3, trades }
  ask['bulk_closes.begin']({ actor: may, text: 'Bulk close', plan } as never)
  t.same(masks(), [touched])
  t.end()
})

t.test('a bulk close begins with its plan and one line, and its end is kept', (t) => {
  const { as, lines, ask } = given(t)
  const may = as(7, ['trades.edit'])
  const plan = { id: 'p', total: 9, trades: [['close', 'position', 11, 5, 'EURUSD']] } as const
  const begin = (actor = may, more: object = {}) =>
    ask['bulk_closes.begin']({ actor, text: 'Bulk close of 9', plan, ...more } as never)
  t.match(begin(as(8, ['accounts.balance'])), forbidden)
  t.match(begin({ ...STAFF, login: 99 }), forbidden)
  t.same(lines(), [])
  const line = { actor: 7, login: null, kind: 'bulk_close', text: 'Bulk close of 9' }
  t.same(begin(may, { once: once('a') }), { ok: true, value: plan })
  t.same(lines(), [line])
  const other = { ...plan, id: 'q' }
  t.same(begin(may, { once: once('a'), plan: other }), { ok: true, value: plan })
  t.same(lines(), [], 'a repeat is given the same trades')
  const end = (outcome: unknown) =>
    ask['bulk_closes.end']({ actor: may, once: once('a/end'), outcome })
  t.same(end({ closed: 9 }), { ok: true, value: { closed: 9 } })
  t.same(end({ closed: 1 }), { ok: true, value: { closed: 9 } })
  t.same(lines(), [])
  t.end()
})

t.test('the first answer under a key is told for a day, and none before there is one', (t) => {
  const { front, ask } = given(t)
  const first = (key: string, digest = 'd') =>
    ask['once.first']({ actor: STAFF, once: once(key, digest) })
  t.strictSame(first('a'), { ok: true, value: null })
  const end = { actor: STAFF, once: once('a') }
  ask['bulk_closes.end']({ ...end, outcome: { closed: 9 } })
  t.same(first('a'), { ok: true, value: { value: { closed: 9 } } })
  ask['bulk_closes.end']({ ...end, once: once('n'), outcome: null })
  t.strictSame(first('n'), { ok: true, value: { value: null } })
  t.match(first('a', 'other'), { ok: false, code: 'conflict' })
  const kept = () => front.desk.db.prepare('SELECT count(*) FROM remembered_answers').pluck().get()
  front.now += 24 * 3_600_000 - 1
  t.same(ask['once.sweep'](null), { ok: true, value: 0 })
  t.match(first('a'), { ok: true, value: { value: { closed: 9 } } })
  front.now += 1
  t.strictSame(first('a'), { ok: true, value: null })
  t.equal(kept(), 2)
  t.same(ask['once.sweep'](null), { ok: true, value: 2 })
  t.equal(kept(), 0)
  t.end()
})

t.test('runs of set times are known again, each job its own', (t) => {
  const { ask } = given(t)
  const runs = (n: number) => ({ done: n }) as never
  const known = (...jobs: string[]) => ask['schedule.known']({ jobs })
  t.same(known('a', 'b'), { ok: true, value: [] })
  t.same(ask['schedule.keep']({ job: 'a', runs: runs(1) }), { ok: true, value: null })
  t.same(ask['schedule.keep']({ job: 'b', runs: runs(2) }), { ok: true, value: null })
  t.same(ask['schedule.keep']({ job: 'a', runs: runs(3) }), { ok: true, value: null })
  t.same(known('a', 'none', 'b'), {
    ok: true,
    value: [
      ['a', runs(3)],
      ['b', runs(2)],
    ],
  })
  t.end()
})

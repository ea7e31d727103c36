import t from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { MIGRATIONS } from '../../../storage/migrations/migrations.js'
import { credentialsRepo } from '../../../storage/repos/accounts/credentials.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import type { DayEndNotice } from '../../../wire/thread/day-end-notice.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// What the desk says of the server as a whole, and the lines that other parts have it write.

function given(test: ConstructorParameters<typeof ConfigFront>[0], demo = false) {
  const front = new ConfigFront(test, { demo })
  const ask = deskHandlers(front.desk)
  /** The answer, and the lines that it wrote. */
  const told = (work: () => Outcome<unknown>) => {
    const before = front.lines.length
    const outcome = work()
    const lines = front.lines.slice(before)
    return [outcome, lines.map(({ actor, login, kind, text }) => [actor, login, kind, text])]
  }
  return { front, db: front.desk.db, ask, told }
}

const DONE = { ok: true, value: null }

t.test('the status is that of the tables, before there is a password and after', (t) => {
  const { front, db, ask, told } = given(t, true)
  const serverId = metaRepo(db).get('server_id')
  const status = {
    serverId,
    schemaVersion: MIGRATIONS.length,
    configVersion: front.book.version,
    projectionSeq: 0,
    needsAdministratorPassword: true,
    needsDemoTrader: true,
  }
  t.match(serverId, /^[0-9a-f-]{36}$/)
  t.same(ask['system.status'](null), { ok: true, value: status })
  const password = (hash: string) => told(() => ask['system.administrator_password']({ hash }))
  const line = [null, 1, 'account.password', 'The administrator got the first password']
  t.same(password('one'), [DONE, [line]])
  t.same(ask['system.status'](null), {
    ok: true,
    value: { ...status, needsAdministratorPassword: false },
  })
  const conflict = {
    ok: false,
    code: 'conflict',
    message: 'The administrator already has a password. Sign in with it, then change it.',
    reason: 'conflict.first_password_set',
    params: {},
  }
  t.same(password('two'), [conflict, []])
  t.equal(credentialsRepo(db).hash(1, 'master'), 'one')
  t.end()
})

t.test('what happens to accounts, the clock and prices has its line', (t) => {
  const { ask, told } = given(t)
  const aside = { login: 7, why: 'it does not fit' }
  t.same(
    told(() => ask['system.set_aside'](aside)),
    [DONE, [[null, 7, 'account.set_aside', 'Account 7 was set aside: it does not fit']]],
  )
  t.same(
    told(() => ask['system.clock']({ text: 'It jumped.' })),
    [DONE, [[null, null, 'server.clock', 'It jumped.']]],
  )
  t.same(
    told(() => ask['system.prices']({ line: 'no usable price: EURUSD' })),
    [DONE, [[null, null, 'prices', 'No usable price: EURUSD']]],
  )
  t.end()
})

t.test('a day end is told with all of its counts', (t) => {
  const { ask, told } = given(t)
  const counts = { accounts: 5, days: 6, swaps: 7, commissions: 8, unpriced: 0, waiting: 0 }
  const say = (over: Partial<DayEndNotice>) => {
    const notice: DayEndNotice = { what: 'done', date: '2026-03-02', ...counts, ...over }
    const [outcome, lines] = told(() => ask['system.day_end']({ shard: 1, notice }))
    t.same(outcome, DONE)
    return (lines as unknown[][]).map(([actor, login, kind, text]) => {
      t.same([actor, login, kind], [null, null, 'day_end'])
      return text
    })
  }
  const where = 'Shard 1: the day end of 2026-03-02'
  const all = '5 accounts, 6 days, 7 swaps, 8 commissions'
  const without = ', 1 swaps left out for want of a price'
  t.same(say({ what: 'begun' }), [`${where} begins`])
  t.same(say({}), [`${where} is done: ${all}`])
  t.same(say({ unpriced: 1 }), [`${where} is done: ${all}${without}`])
  t.same(say({ waiting: 1 }), [`${where} is done: ${all}; 1 accounts wait for a price`])
  t.same(say({ what: 'caught_up', unpriced: 1, waiting: 3 }), [
    `${where}: those that waited for a price are done too: ${all}${without}`,
  ])
  t.end()
})

t.test('the newest line of the journal is made durable once, and answered', (t) => {
  const { db, ask } = given(t)
  const synced = () => metaRepo(db).get('journal_synced')
  const changes = () => db.prepare('SELECT total_changes()').pluck().get()
  t.equal(synced(), undefined)
  t.same(ask['system.journal_head'](null), { ok: true, value: journalRepo(db).head() })
  t.equal(synced(), '1')
  const before = changes()
  ask['system.journal_head'](null)
  t.equal(changes(), before, 'it is on disk already')
  ask['system.clock']({ text: 'It jumped.' })
  t.match(ask['system.journal_head'](null), { value: { id: 2 } })
  t.equal(synced(), '2')
  t.end()
})

t.test('runs of the schedule are kept by their names', (t) => {
  const { ask } = given(t)
  const runs = { times: '0 2 * * *', settledAt: 5, open: null, failure: 'x', doneAt: null }
  t.same(ask['schedule.keep']({ job: 'backup', runs }), DONE)
  const known = (...jobs: string[]) => ask['schedule.known']({ jobs })
  t.same(known('other', 'backup'), { ok: true, value: [['backup', runs]] })
  t.same(known('other'), { ok: true, value: [] })
  const later = { ...runs, settledAt: 6 }
  ask['schedule.keep']({ job: 'backup', runs: later })
  t.same(known('backup'), { ok: true, value: [['backup', later]] })
  t.end()
})

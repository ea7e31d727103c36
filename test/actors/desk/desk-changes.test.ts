import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { SYSTEM } from '../../../actors/desk/actor.js'
import { openDesk } from '../../../actors/desk/desk.js'
import { accept } from '../../../actors/thread/ask.js'
import { randomKey } from '../../../actors/thread/random.js'
import { refuse } from '../../../engine/code.js'
import { NEWS_KEPT_DEFAULT } from '../../../engine/limits/providers.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { STAFF } from '../../given/desk.js'
import { HandClock } from '../../given/hand-clock.js'
import { openTables } from '../../given/records/projection.js'

// What every operation of the desk does alike: one transaction, its lines, and who is told of them.

function given(t: Tap) {
  const db = openTables(t.testdir())
  t.teardown(() => db.close())
  const clock = new HandClock()
  const did: unknown[] = []
  const events: DeskEvent[] = []
  const seal = openSeal(randomKey(), randomKey)
  const desk = openDesk(db, clock, 2, seal, (event) => events.push(event), {
    onWrites: (writes) => did.push(writes),
    beforeNews: () => did.push('on disk'),
  })
  const account = (login: number): void =>
    accountsRepo(db).insert(accountWithDefaults({ login, group: 'demo\\a' }), 1)
  return { db, clock, seal, desk, did, events, account, told: () => events.splice(0) }
}
type Tap = { testdir(): string; teardown(run: () => unknown): unknown }

t.test(
  'lines are told whole, each with the group of its account, after the account itself',
  (t) => {
    const { db, clock, desk, did, account, told } = given(t)
    const changes = [{ field: 'group', from: null, to: 'demo\\a' }]
    const outcome = desk.change((journal) => {
      did.push('work')
      account(10)
      journal(STAFF, { kind: 'account.changed', login: 10, text: 'It was opened', changes })
      journal(SYSTEM, { kind: 'server.clock', text: 'It went on' })
      journal(STAFF, { kind: 'auth', login: 11, text: 'Nobody has it' })
      return accept(7)
    })
    t.strictSame(outcome, { ok: true, value: 7 })
    t.strictSame(did, [true, 'work', 'on disk', false])
    const [news, ...lines] = told()
    t.match(news, { type: 'profile', profile: { login: 10 } })
    const { hashOf } = journalRepo(db)
    const line = (id: number, rest: object) => ({
      type: 'journal',
      group: null,
      line: {
        id,
        at: clock.now(),
        actor: 1,
        login: null,
        changes: [],
        masks: null,
        about: null,
        hash: hashOf(id),
        ip: STAFF.ip,
        request_id: STAFF.requestId,
        via: null,
        ...rest,
      },
    })
    const none = { actor: null, ip: SYSTEM.ip, request_id: SYSTEM.requestId }
    t.strictSame(lines, [
      {
        ...line(1, {
          kind: 'account.changed',
          login: 10,
          about: { kind: 'accounts', id: 10 },
          text: 'It was opened',
          changes,
        }),
        group: 'demo\\a',
      },
      line(2, { ...none, kind: 'server.clock', text: 'It went on' }),
      line(3, { kind: 'auth', login: 11, text: 'Nobody has it' }),
    ])
    desk.change(() => accept(null))
    t.strictSame(told(), [], 'lines are told once')
    t.end()
  },
)

t.test('of a change that is refused or fails nothing is kept, and nobody is told', (t) => {
  const { db, desk, did, account, told } = given(t)
  const refusal = refuse('conflict', 'Not now.')
  const refused = desk.change((journal) => {
    account(10)
    journal(STAFF, { kind: 'account.changed', login: 10, text: 'It was opened' })
    return refusal
  })
  t.strictSame(refused, refusal)
  t.strictSame(did.splice(0), [true, false])
  const fails = () =>
    desk.change((journal) => {
      account(10)
      journal(STAFF, { kind: 'account.changed', login: 10, text: 'It was opened' })
      throw new Error('it broke')
    })
  t.throws(fails, { message: 'it broke' })
  t.strictSame(did.splice(0), [true, false])
  t.equal(accountsRepo(db).get(10), undefined)
  t.equal(journalRepo(db).head().id, 0)
  desk.change(() => accept(null))
  t.strictSame(told(), [])
  t.end()
})

t.test('a desk of which nothing is said shares nothing, and every terminal is open', (t) => {
  const { db, clock, seal, account } = given(t)
  const desk = openDesk(db, clock, 3, seal)
  t.equal(desk.shards, 3)
  t.strictSame(desk.newsKept, NEWS_KEPT_DEFAULT)
  t.ok(desk.access.isOpen('web'))
  const done = desk.change((journal) => {
    account(10)
    journal(STAFF, { kind: 'account.changed', login: 10, text: 'It was opened' })
    return accept(null)
  })
  t.strictSame(done, { ok: true, value: null })
  t.equal(journalRepo(db).head().id, 1)
  t.end()
})

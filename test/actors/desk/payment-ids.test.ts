import t from 'tap'
import type { Desk } from '../../../actors/desk/desk.js'
import { type ClaimedPayment, paymentIdsDesk } from '../../../actors/desk/payment-ids.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { PAYMENT_IDS_MAX, PAYMENT_IDS_PER_CALLER_MAX } from '../../../engine/limits/requests.js'
import { because } from '../../../engine/reasons/reasons.js'
import { deskTables } from '../../../storage/repos/desk-tables.js'
import { REQUEST_KEY_MS } from '../../../storage/repos/trades/request-keys.js'
import { STAFF } from '../../given/desk.js'
import { openTables } from '../../given/records/projection.js'

// Whose a request id is, how long, and how many of them there may be.

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function given(test: { testdir(): string; teardown(run: () => unknown): unknown }) {
  const db = openTables(test.testdir())
  test.teardown(() => db.close())
  const its = { now: 10 * REQUEST_KEY_MS, changes: 0 }
  const change = (work: () => Outcome<unknown>): Outcome<unknown> => {
    its.changes++
    return work()
  }
  const clock = { ...systemClock(), now: () => its.now }
  const ask = paymentIdsDesk({ db, tables: deskTables(db), clock, change } as unknown as Desk)
  const claim = (payments: readonly ClaimedPayment[], login = 1) =>
    ask['payments.claim']({ actor: { ...STAFF, login }, payments })
  /** As if this caller had claimed so many. */
  const count = (caller: number, ids: number) =>
    db.prepare('INSERT OR REPLACE INTO payment_id_counts VALUES (?, ?)').run(caller, ids)
  return { its, ask, claim, count }
}

t.test('an id is its account’s for as long as shards remember it', async (t) => {
  const { its, claim, ask } = given(t)
  const [a, b, c] = [uuid(1), uuid(2), uuid(3)]
  t.same(
    await claim([
      [a, 1001],
      [b, 1002],
    ]),
    accept([true, true]),
  )
  t.equal(its.changes, 1)
  t.same(
    await claim([
      [b, 1002],
      [a, 1002],
    ]),
    accept([true, false]),
    'in the order of the question',
  )
  t.equal(its.changes, 1, 'what is known writes nothing')
  t.same(
    await claim([
      [a, 1002],
      [c, 1001],
      [c, 1002],
    ]),
    accept([false, true, false]),
  )
  its.now += REQUEST_KEY_MS - 1
  t.same(await claim([[a, 1002]]), accept([false]), 'a moment before')
  t.same(await ask['payments.sweep'](), accept(0))
  its.now += 1
  t.same(await claim([[a, 1002]]), accept([true]))
  t.same(await claim([[a, 1001]]), accept([false]), 'it is another’s now')
  t.same(await ask['payments.sweep'](), accept(2), 'the two others')
})

t.test('a caller has so many ids in a week, and all have', async (t) => {
  const { its, claim, count } = given(t)
  const some = (first: number, last: number): ClaimedPayment[] =>
    Array.from({ length: last - first + 1 }, (_, i) => [uuid(first + i), 1001])
  const own = because('too_many_requests.payments', { max: 1_000_000 })
  count(1, PAYMENT_IDS_PER_CALLER_MAX - 2)
  t.same(await claim(some(1, 3)), own)
  t.equal(its.changes, 0, 'none of them')
  t.same(await claim(some(1, 2)), accept([true, true]), 'at the bound')
  t.same(await claim(some(3, 3)), own, 'one past it')
  t.same(await claim(some(1, 2)), accept([true, true]), 'a repeat is none')
  t.same(await claim(some(3, 3), 2), accept([true]), 'another caller')
  count(3, PAYMENT_IDS_MAX - PAYMENT_IDS_PER_CALLER_MAX - 3)
  const all = because('unavailable.payments')
  t.same(await claim(some(4, 6), 2), all)
  t.same(await claim(some(4, 5), 2), accept([true, true]), 'at the bound of all')
  t.same(await claim(some(6, 6), 4), all)
})

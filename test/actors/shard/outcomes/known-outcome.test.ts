import t from 'tap'
import {
  BEING_DECIDED,
  firstOutcome,
  isKnown,
  knownOutcome,
  type RequestMemory,
  USED_KEY,
} from '../../../../actors/shard/outcomes/known-outcome.js'
import { codeOf } from '../../../../actors/shard/outcomes/outcome.js'
import { RecentRefusals } from '../../../../actors/shard/outcomes/recent-refusals.js'
import { RequestKeys } from '../../../../actors/shard/outcomes/request-keys.js'
import type { AccountRecord, OrderEvent } from '../../../../engine/account/event.js'
import { refuse } from '../../../../engine/code.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { givenAccount, LOGIN } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'
import { KEY_SECRET } from '../../../given/floors/shard.js'
import { accountRecord, orderEvent } from '../../../given/records/events.js'

const NOW = 1_772_618_400_000
const account = givenAccount(givenBook())

function order(state: OrderEvent['state']): OrderEvent {
  return orderEvent({
    kind: 'market',
    state,
    volumeInitial: 100,
    volumeCurrent: 0,
    positionId: 5,
    doneAt: 1,
    lastDealId: 21,
  })
}

function record(seq: number, given: Partial<AccountRecord> = {}): AccountRecord {
  return accountRecord({
    seq,
    accountSeq: 50,
    requestKey: 'o:a',
    requestDigest: 7,
    events: [order('filled')],
    ...given,
  })
}

/** A memory in which the key `o:a` leads to these records; those of the numbers `gone` cannot be read. */
function memory(records: readonly AccountRecord[], gone: readonly number[] = [], oldestSeq = 1) {
  const keys = new RequestKeys(KEY_SECRET)
  for (const seq of [...records.map((one) => one.seq), ...gone]) keys.add(LOGIN, 'o:a', seq, NOW)
  const refusals = new RecentRefusals()
  const read = (seq: number) => records.find((one) => one.seq === seq)
  const given = { keys, records: { record: read, oldestSeq }, refusals, now: NOW }
  return given as unknown as RequestMemory & { refusals: RecentRefusals }
}

t.test('a request that was decided has one outcome, for whoever asks by its key', (t) => {
  const filled = record(3)
  const kept = memory([filled])
  t.same(knownOutcome(kept, account, 'o:a', 7), { ok: true, record: filled })
  t.equal(knownOutcome(kept, account, 'o:a', 8), USED_KEY, 'another request of that key')
  t.equal(knownOutcome(kept, account, 'o:b', 7), undefined)
  t.same(firstOutcome(kept, account, 'o:a'), {
    outcome: { ok: true, record: filled },
    record: filled,
  })
  t.same(
    firstOutcome(kept, account, 'o:b'),
    refuse('trade.order_unknown', 'The account has not seen a request of that name.'),
    'it has no data',
  )
  t.ok(isKnown(kept, account, 'o:a'))
  t.notOk(isKnown(kept, account, 'o:b'))
  t.notOk(isKnown(kept, account, ''), 'no key is known by none')
  t.end()
})

t.test(
  'a refusal that was kept is told with its numbers, and with its order where it has one',
  (t) => {
    const numbers = { needed: 5 } as unknown as AccountRecord['numbers'] & object
    const plain = refuse('trade.no_money', 'There is no money.')
    const { code, message } = plain
    const known = (given: Partial<AccountRecord>) =>
      knownOutcome(memory([record(3, { code, message, ...given })]), account, 'o:a', 7)
    const ids = { order_id: 11, deal_id: 21, position_id: 5 }
    t.same(known({ events: [] }), plain)
    t.same(known({ events: [], numbers }), { ...plain, numbers })
    t.same(known({ events: [order('rejected')] }), { ...plain, ids })
    t.same(known({ events: [order('rejected')], numbers }), { ...plain, numbers, ids })
    t.end()
  },
)

t.test(
  'a request whose order has only begun is being decided; one that may come again is not known',
  (t) => {
    const begun = memory([record(3, { events: [order('started')] })])
    t.match(knownOutcome(begun, account, 'o:a', 7), because('unavailable.request_waits'))
    t.equal(firstOutcome(begun, account, 'o:a'), BEING_DECIDED)
    t.ok(isKnown(begun, account, 'o:a'))
    const again = memory([record(3), record(4, { code: 'trade.requote', message: 'Other.' })])
    t.equal(knownOutcome(again, account, 'o:a', 7), undefined, 'the newest one counts')
    const decided = record(4)
    const then = memory([record(3, { events: [order('started')] }), decided])
    t.same(knownOutcome(then, account, 'o:a', 7), { ok: true, record: decided })
    t.end()
  },
)

t.test('records of others under the same hash are passed over', (t) => {
  const own = record(3)
  const kept = memory([own, record(4, { login: LOGIN + 1 }), record(5, { requestKey: 'o:z' })])
  t.same(knownOutcome(kept, account, 'o:a', 7), { ok: true, record: own })
  t.equal(knownOutcome(memory([record(4, { login: LOGIN + 1 })]), account, 'o:a', 7), undefined)
  t.equal(knownOutcome(memory([record(5, { requestKey: 'o:z' })]), account, 'o:a', 7), undefined)
  t.end()
})

t.test(
  'an unreadable record keeps a request from being decided again, a trimmed one does not',
  (t) => {
    const damaged = memory([], [3], 3)
    const refusal = because('unavailable.outcome_record', { seq: 3 })
    t.same(knownOutcome(damaged, account, 'o:a', 7), refusal)
    t.same(firstOutcome(damaged, account, 'o:a'), refusal, 'and not: it is being decided')
    t.ok(isKnown(damaged, account, 'o:a'))
    t.equal(knownOutcome(memory([], [3], 4), account, 'o:a', 7), undefined)
    const older = memory([record(5)], [3], 4)
    t.match(knownOutcome(older, account, 'o:a', 7), { ok: true })
    t.end()
  },
)

t.test('a refusal that is in memory alone is told to the same request, and no other', (t) => {
  const refusal = refuse('trade.no_money', 'There is no money.')
  const kept = memory([])
  kept.refusals.add(LOGIN, 'o:a', 7, refusal, NOW)
  t.equal(knownOutcome(kept, account, 'o:a', 7), refusal)
  t.equal(knownOutcome(kept, account, 'o:a', 8), USED_KEY)
  t.same(firstOutcome(kept, account, 'o:a'), { outcome: refusal })
  t.ok(isKnown(kept, account, 'o:a'))
  t.notOk(isKnown(kept, account, 'o:b'))
  t.end()
})

t.test(
  'the code of an outcome is the refusal’s, the record’s, or that its order was rejected',
  (t) => {
    t.equal(codeOf(refuse('trade.no_money', '')), 'trade.no_money')
    t.equal(codeOf({ ok: true, record: record(3) }), 'ok')
    t.equal(codeOf({ ok: true, record: record(3, { code: 'trade.placed' }) }), 'trade.placed')
    t.equal(codeOf({ ok: true, record: record(3, { events: [] }) }), 'ok')
    const rejected = record(3, { events: [order('rejected')] })
    t.equal(codeOf({ ok: true, record: rejected }), 'trade.rejected')
    t.end()
  },
)

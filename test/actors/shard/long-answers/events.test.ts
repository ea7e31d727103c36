import t from 'tap'
import type { ShardSocket } from '../../../../actors/shard/live/sockets.js'
import { walkBack } from '../../../../actors/shard/long-answers/events.js'
import { answerList } from '../../../../actors/shard/long-answers/list.js'
import { answerSnapshot } from '../../../../actors/shard/long-answers/snapshot.js'
import { type GivenShard, tradingShard } from '../../../given/floors/shard.js'

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const
const RESTING = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' } as const
const LIMIT = { ...RESTING, volume: '0.10', price: '1.00000' } as const
const MUCH = 1_000_000

const sliceOf = (left: number) => ({ left, hasTold: false, isAnswered: false })

/** An account with a deposit, three orders that were filled and one that rests. */
function given(): GivenShard {
  const shard = tradingShard()
  const socket = shard.socket()
  for (const body of [BUY, BUY, BUY, LIMIT]) shard.request(socket, 'trade', body)
  return shard
}

t.test('the walk back to what was told reads each record once, and costs by its events', (t) => {
  const shard = given()
  const account = shard.account()
  const records = shard.records().toReversed()
  const slice = sliceOf(MUCH)
  const walked = walkBack(shard.core, account, 0, slice).next()
  t.equal(walked.done, true)
  t.same(walked.value, {
    windows: [{ newest: account.lastRecordSeq, records: records.length }],
    oldest: records,
  })
  const cost = records.reduce((sum, { events }) => sum + 256 * (1 + events.length), 0)
  t.equal(MUCH - slice.left, cost)
  const [newest] = records
  const half = walkBack(shard.core, account, newest?.accountSeq ?? 0, sliceOf(MUCH)).next()
  t.same(half.value, {
    windows: [{ newest: account.lastRecordSeq, records: 1 }],
    oldest: [newest],
  })
  t.same(walkBack(shard.core, account, account.seq, sliceOf(MUCH)).next(), {
    done: true,
    value: { windows: [], oldest: [] },
  })
  t.end()
})

t.test('a walk whose slice is used up goes on with the next one', (t) => {
  const shard = given()
  const slice = sliceOf(1)
  const walk = walkBack(shard.core, shard.account(), 0, slice)
  let slices = 1
  let walked = walk.next()
  for (; walked.done !== true; walked = walk.next()) {
    t.ok(slice.left <= 0)
    slice.left = 1
    slices++
  }
  t.equal(slices, shard.records().length + 1)
  t.match(walked.value, { windows: [{ records: shard.records().length }] })
  t.end()
})

t.test('a long answer is begun with the number of rows that it keeps', (t) => {
  const shard = given()
  const own = shard.account()
  const socket = shard.sockets.get(shard.socket()) as ShardSocket
  const asked = answerSnapshot(shard.core, shard.sockets, socket, own, { id: 1, projectionSeq: 0 })
  t.match(asked, { what: 'snapshot', login: own.login, rows: 4 })
  t.equal(asked.socket, socket)
  const none = () => undefined
  t.match(answerList(shard.core, 'positions', own, none), { what: 'positions', rows: 3 })
  t.match(answerList(shard.core, 'orders', own, none), { what: 'orders', rows: 1 })
  t.end()
})

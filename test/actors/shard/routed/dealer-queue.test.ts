import t from 'tap'
import { DealerQueue } from '../../../../actors/shard/routed/dealer-queue.js'
import { Dealers } from '../../../../engine/book/dealers.js'
import { DEALER_ANSWER_MS, DEALER_QUEUE_MS } from '../../../../engine/limits/trading.js'

// Goal: a request is with whom it was offered to, in their order, and never for longer than was said.

const GROUP = 'demo\\standard'
const NOW = 1000
const END = NOW + DEALER_QUEUE_MS
/** What each of three has of the time. */
const SHARE = DEALER_QUEUE_MS / 3

function online(...logins: readonly number[]): Dealers {
  const dealers = new Dealers()
  dealers.set(logins.map((login) => ({ login, scope: ['*'], sees_staff: false })))
  return dealers
}

t.test('without names every dealer who reaches the group may answer, and nobody is asked', (t) => {
  const queue = new DealerQueue(GROUP, [], NOW)
  const dealers = new Dealers()
  dealers.set([
    { login: 501, scope: ['demo\\*'], sees_staff: false },
    { login: 502, scope: ['real\\*'], sees_staff: false },
  ])
  t.equal(queue.offered, null)
  t.equal(queue.offer(dealers, NOW), false)
  t.same([queue.dueAt, queue.until], [END, END])
  t.same(
    [501, 502, 503].map((login) => queue.mayAnswer(login, dealers)),
    [true, false, false],
  )
  t.end()
})

t.test('of those that are named only who was asked may answer, while he is there', (t) => {
  const queue = new DealerQueue(GROUP, [501, 502], NOW)
  const both = online(501, 502)
  t.equal(queue.mayAnswer(501, both), false, 'not asked yet')
  t.equal(queue.offer(both, NOW), true)
  t.equal(queue.mayAnswer(501, both), true)
  t.equal(queue.mayAnswer(502, both), false)
  t.equal(queue.mayAnswer(501, online(502)), false)
  t.end()
})

t.test('each of those that are named is asked when the share of the one before is over', (t) => {
  const queue = new DealerQueue(GROUP, [501, 502, 503], NOW)
  const dealers = online(501, 503)
  const asked = (now: number) => [queue.offer(dealers, now), queue.offered, queue.dueAt]
  const second = NOW + SHARE
  t.same(asked(NOW), [true, [501], second])
  t.same(asked(second - 1), [false, [501], second], 'his share is not over')
  t.same(asked(second), [true, [501, 503], second + SHARE], 'who is not there is passed over')
  t.same(asked(second + SHARE), [false, [501, 503], END], 'nobody is left')
  dealers.set([{ login: 502, scope: ['*'], sees_staff: false }])
  t.same(asked(second + SHARE + 1), [true, [501, 503, 502], END], 'none of those asked is there')
  t.same(asked(second + SHARE + 2), [false, [501, 503, 502], END])
  t.end()
})

t.test('who takes it has his time from then on, and who gives it back what was left', (t) => {
  const dealers = online(501, 502)
  const queue = new DealerQueue(GROUP, [501, 502], NOW)
  queue.offer(dealers, NOW)
  queue.take(501, NOW + 500)
  const answerBy = NOW + 500 + DEALER_ANSWER_MS
  t.same([queue.takenBy, queue.until, queue.dueAt], [501, answerBy, answerBy])
  queue.giveBack(dealers, NOW + 700)
  t.same([queue.takenBy, queue.until, queue.dueAt], [null, END, END])
  t.same(queue.offered, [501, 502], 'the next one is asked at once')
  t.end()
})

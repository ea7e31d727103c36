import t from 'tap'
import { OrderTimes, TIMED_MAX } from '../../../../actors/links/gateways/order-times.js'
import type { SessionReport } from '../../../../actors/links/gateways/provider-session.js'
import { REPORT } from './given-gateway.js'

// Goal: each step of an order is timed once, whatever its provider says in between.

const FILL = { id: 'E1', quantity: '1', price: '1.17' }

function report(order: string, state: SessionReport['state'], isFill = false): SessionReport {
  const execution = isFill ? FILL : null
  return { ...REPORT, order, state, execution, total: '0', average: '' }
}

t.test('the first answer, the first fill and the end of an order', (t) => {
  const times = new OrderTimes()
  times.sent('A', false, 100)
  t.same(times.reported(report('A', 'pending'), 102), { answer: 2 })
  t.same(times.reported(report('A', 'kept'), 103), {}, 'a cancel was refused')
  t.same(times.reported(report('A', 'undone'), 104), {}, 'a trade was taken back')
  t.same(times.reported(report('A', 'working', true), 110), { fill: 10 })
  t.same(times.reported(report('A', 'working', true), 120), {})
  t.same(times.reported(report('A', 'filled', true), 130), { end: 30 })
  t.same(times.reported(report('A', 'filled', true), 140), {}, 'it is told again')
  t.same(times.reported(report('B', 'filled', true), 140), {}, 'nobody sent it')
  t.end()
})

t.test('one report may be all of them', (t) => {
  const times = new OrderTimes()
  times.sent('A', false, 100)
  t.same(times.reported(report('A', 'filled', true), 107), { answer: 7, fill: 7, end: 7 })
  times.sent('B', false, 100)
  t.same(times.reported(report('B', 'rejected'), 109), { answer: 9, end: 9 })
  t.end()
})

t.test('an order that rests is answered once, and its hours are nobody’s', (t) => {
  const times = new OrderTimes()
  times.sent('A', true, 100)
  t.same(times.reported(report('A', 'working'), 105), { answer: 5 })
  t.same(times.reported(report('A', 'filled', true), 3_600_000), {})
  times.sent('B', true, 100)
  t.same(
    times.reported(report('B', 'filled', true), 106),
    { answer: 6 },
    'also if it fills at once',
  )
  t.end()
})

t.test('one more than it times pushes the oldest out', (t) => {
  const times = new OrderTimes()
  for (let i = 0; i <= TIMED_MAX; i++) times.sent(`O${i}`, false, 0)
  t.same(times.reported(report('O0', 'working'), 1), {})
  t.same(times.reported(report('O1', 'working'), 1), { answer: 1 })
  t.same(times.reported(report(`O${TIMED_MAX}`, 'working'), 1), { answer: 1 })
  t.end()
})

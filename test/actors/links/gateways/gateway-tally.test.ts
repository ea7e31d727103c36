import t from 'tap'
import { GatewayTally, LATENCIES_MAX } from '../../../../actors/links/gateways/gateway-tally.js'
import type {
  SessionOrder,
  SessionReport,
} from '../../../../actors/links/gateways/provider-session.js'
import { FILL_SECONDS } from '../../../../wire/thread/gateway-report.js'
import { ManualClock } from '../manual-clock.js'
import { REPORT, SENT } from './given-gateway.js'

// What a gateway has done, in figures.

const ORDER: SessionOrder = { ...SENT, id: '1001-7-2', quantity: '5' }
const FILLED: SessionReport = {
  ...REPORT,
  order: ORDER.id,
  execution: { id: 'E1', quantity: '5', price: '1.1' },
  total: '5',
  average: '1.1',
}

t.test('a fill counts under the first bound that its time is not over', async (t) => {
  const took: readonly (readonly [ms: number, bucket: number])[] = [
    [0, 0],
    [1, 0],
    [2, 1],
    [60_000, FILL_SECONDS.length - 1],
    [60_001, FILL_SECONDS.length],
  ]
  for (const [ms, bucket] of took) {
    const clock = new ManualClock()
    const tally = new GatewayTally(clock)
    tally.placed(ORDER)
    clock.advance(ms)
    tally.reported(FILLED)
    const counts = new Array<number>(FILL_SECONDS.length + 1).fill(0).with(bucket, 1)
    t.same(tally.fillCounts, counts, `${ms} ms`)
    t.same([tally.orders, tally.fills, tally.rejects, tally.answerMs], [1, 1, 0, ms])
    t.equal(tally.fillSeconds, ms / 1_000)
  }
})

t.test('a report counts as a fill by its trade, and as a rejection by its state', async (t) => {
  const clock = new ManualClock()
  const tally = new GatewayTally(clock)
  const { execution } = FILLED
  const reports: readonly (readonly [SessionReport, readonly number[]])[] = [
    [{ ...FILLED, state: 'working', execution: null }, [0, 0]],
    [{ ...FILLED, state: 'working', execution }, [1, 0]],
    [{ ...FILLED, state: 'rejected', execution: null }, [1, 1]],
    [{ ...FILLED, order: 'unknown' }, [2, 1]],
  ]
  tally.placed(ORDER)
  clock.advance(7)
  const steps = reports.map(([report, counts]) => {
    const of = tally.reported(report)
    t.same([tally.fills, tally.rejects], counts)
    return of
  })
  t.same(steps, [{ answer: 7 }, { fill: 7 }, { end: 7 }, {}])
  t.same([tally.answerMs, tally.fillSeconds], [7, 0.007], 'only the first of each is timed')
})

t.test('logons are counted with the time of the last, and the bytes of all sessions', async (t) => {
  const clock = new ManualClock()
  const tally = new GatewayTally(clock)
  const figures = (bytesIn: number, bytesOut: number) =>
    ({ bytesIn, bytesOut }) as Parameters<GatewayTally['keep']>[0]
  t.same(
    [tally.logons, tally.lastLogonAt, tally.bytes(undefined)],
    [0, null, { bytesIn: 0, bytesOut: 0 }],
  )
  tally.loggedOn()
  clock.advance(5)
  tally.loggedOn()
  t.same([tally.logons, tally.lastLogonAt], [2, clock.now()])
  tally.keep(figures(10, 300))
  tally.keep(figures(1, 20))
  t.same(tally.bytes(undefined), { bytesIn: 11, bytesOut: 320 })
  t.same(tally.bytes(figures(100, 4_000)), { bytesIn: 111, bytesOut: 4_320 })
  t.same(tally.bytes(undefined), { bytesIn: 11, bytesOut: 320 }, 'the one that stands is not kept')
})

t.test(
  'the latency at a share is one of the newest answers, in the order of their times',
  async (t) => {
    const clock = new ManualClock()
    const tally = new GatewayTally(clock)
    const answered = (n: number, ms: number) => {
      tally.placed({ ...ORDER, id: `o${n}` })
      clock.advance(ms)
      tally.reported({ ...FILLED, order: `o${n}` })
    }
    t.equal(tally.latency(0.5), null)
    for (const [n, ms] of [30, 10, 200, 20].entries()) answered(n, ms)
    t.same(
      [0, 0.25, 0.5, 0.99, 1].map((share) => tally.latency(share)),
      [10, 20, 30, 200, 200],
    )
    for (let n = 4; n < LATENCIES_MAX; n++) answered(n, 200)
    t.equal(tally.latency(0), 10)
    answered(LATENCIES_MAX, 200)
    t.equal(tally.latency(0), 10, 'the oldest, of 30 ms, has gone')
    answered(LATENCIES_MAX + 1, 200)
    t.equal(tally.latency(0), 20)
  },
)

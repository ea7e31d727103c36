import t from 'tap'
import { GatewayTally } from '../../../../actors/links/gateways/gateway-tally.js'
import type {
  SessionOrder,
  SessionReport,
} from '../../../../actors/links/gateways/provider-session.js'
import { FILL_SECONDS } from '../../../../wire/thread/gateway-report.js'
import { ManualClock } from '../manual-clock.js'

// What a gateway has done, in figures.

const ORDER: SessionOrder = {
  ...{ id: '1001-7-2', symbol: 'EURUSD', side: 'buy', quantity: '5', limit: '' },
  timeInForce: 'ioc',
}
const FILLED: SessionReport = {
  ...{ order: ORDER.id, symbol: 'EURUSD', side: 'buy', state: 'filled', externalId: 'P1' },
  ...{ execution: { id: 'E1', quantity: '5', price: '1.1' }, total: '5', average: '1.1', text: '' },
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

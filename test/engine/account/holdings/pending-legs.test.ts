import t from 'tap'
import {
  isLimit,
  pendingKind,
  sideOfLeg,
  withPending,
} from '../../../../engine/account/holdings/pending-legs.js'

t.test('limits and market orders may stand against each other, stops never do', (t) => {
  const orders = ['market', 'limit', 'stop', 'stop_limit'] as const
  const told = ([1, -1] as const).flatMap((side) => {
    return orders.map((order) => {
      const terms = { volume: 1, price: 1, rateMargin: 1n }
      const [leg] = withPending([], { ...terms, kind: pendingKind(side, order) })
      return leg && [leg.kind, sideOfLeg(leg), isLimit(leg)]
    })
  })
  t.same(told, [
    ['buy', 1, true],
    ['buy_limit', 1, true],
    ['buy_stop', 1, false],
    ['buy_stop_limit', 1, false],
    ['sell', -1, true],
    ['sell_limit', -1, true],
    ['sell_stop', -1, false],
    ['sell_stop_limit', -1, false],
  ])
  t.end()
})

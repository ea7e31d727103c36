import t from 'tap'
import { pageModule } from '../given/page-module.js'

// Which row of a ladder a price falls into, what stands there, and what an order there would be.

type Side = 'buy' | 'sell'
interface Grid {
  readonly step: bigint
  readonly digits: number
}
interface Market {
  readonly bidRow: bigint
  readonly askRow: bigint
}
interface Rows {
  stepOf(points: number, tickSize: string, digits: number): bigint
  rowOf(grid: Grid, side: Side, price: string): bigint
  priceOfRow(grid: Grid, row: bigint): string
  marketIn(grid: Grid, prices: object): Market
  middleRow(grid: Grid, market: Market): bigint
  kindAt(grid: Grid, market: Market, side: Side, row: bigint): string | null
  volumeIn(market: Market, side: Side, row: bigint): { text: string; share: number }
  orderGroups(grid: Grid, orders: readonly object[]): readonly object[]
  marksByRow(grid: Grid, positions: readonly object[]): ReadonlyMap<bigint, readonly object[]>
}

const rows = await pageModule<Rows>('web/trader/ladder-rows.ts')
const PIPS: Grid = { step: 10n, digits: 5 }

t.test('a step is what was chosen, in whole ticks', async (t) => {
  for (const [points, tick, digits, step] of [
    [1, '0', 5, 1n],
    [10, '0.00001', 5, 10n],
    [1, '0.00005', 5, 5n],
    [5, '0.25', 2, 25n],
    [50, '0.25', 2, 50n],
    [10, '0.04', 2, 12n],
    [100, '1', 0, 100n],
    [7, '0', 5, 1n],
  ] as const) {
    t.equal(rows.stepOf(points, tick, digits), step, `${points} points, tick ${tick}`)
  }
})

t.test('bids fall down to their row, asks up to theirs', async (t) => {
  for (const [side, price, shown] of [
    ['buy', '1.16220', '1.16220'],
    ['buy', '1.16229', '1.16220'],
    ['sell', '1.16220', '1.16220'],
    ['sell', '1.16221', '1.16230'],
    ['sell', '1.1', '1.10000'],
  ] as const) {
    t.equal(rows.priceOfRow(PIPS, rows.rowOf(PIPS, side, price)), shown, `${side} ${price}`)
  }
  t.equal(rows.priceOfRow({ step: 25n, digits: 0 }, 3n), '75')
})

t.test('levels of a row are one volume, to the last digit', async (t) => {
  const market = rows.marketIn(PIPS, {
    bid: '1.16223',
    ask: '1.16231',
    bids: [
      { price: '1.16223', volume: '0.1' },
      { price: '1.16220', volume: '0.2' },
      { price: '1.16219', volume: '12.00000001' },
    ],
    asks: [
      { price: '1.16231', volume: '4' },
      { price: '1.16245', volume: null },
    ],
  })
  const at = (side: Side, price: string) => {
    const { text, share } = rows.volumeIn(market, side, rows.rowOf(PIPS, side, price))
    return [text, share]
  }
  t.same(at('buy', '1.16220'), ['0.3', 3])
  t.same(at('buy', '1.16210'), ['12.00000001', 100])
  t.same(at('sell', '1.16240'), ['4', 34])
  t.same(at('sell', '1.16250'), ['', 0])
  t.same([market.bidRow, market.askRow], [11622n, 11624n])
  t.equal(rows.middleRow(PIPS, market), 11622n)
})

t.test('an order on the better side of the market is a limit, beyond it a stop', async (t) => {
  const prices = { bid: '1.16220', ask: '1.16231', bids: [], asks: [] }
  const market = rows.marketIn(PIPS, prices)
  for (const [side, price, kind] of [
    ['buy', '1.16230', 'limit'],
    ['buy', '1.16240', 'stop'],
    ['sell', '1.16230', 'limit'],
    ['sell', '1.16220', null],
    ['sell', '1.16210', 'stop'],
  ] as const) {
    const row = rows.rowOf(PIPS, side, price)
    t.equal(rows.kindAt(PIPS, market, side, row), kind, `${side} ${price}`)
  }
})

t.test('orders of a side and row are one group, positions leave their prices', async (t) => {
  const order = (id: number, side: Side, price: string | undefined, volume_current: string) => ({
    id,
    side,
    price,
    volume_current,
  })
  const first = order(9, 'buy', '1.16223', '0.1')
  const second = order(7, 'buy', '1.1622', '0.25')
  const other = order(8, 'sell', '1.16223', '1')
  const groups = rows.orderGroups(PIPS, [first, second, other, order(6, 'buy', undefined, '1')])
  t.same(groups, [
    { id: 7, side: 'buy', row: 11622n, volume: '0.35', orders: [first, second] },
    { id: 8, side: 'sell', row: 11623n, volume: '1', orders: [other] },
  ])
  const long = { side: 'buy', volume: '0.1', price_open: '1.16223', stop_loss: '1.161' }
  const more = { side: 'buy', volume: '0.2', price_open: '1.16221', take_profit: '1.163' }
  t.same(
    [...rows.marksByRow(PIPS, [long, more])],
    [
      [11622n, [{ what: 'open', side: 'buy', price: '1.16223', volume: '0.3' }]],
      [11610n, [{ what: 'stop_loss', side: 'buy', price: '1.161', volume: '0.1' }]],
      [11630n, [{ what: 'take_profit', side: 'buy', price: '1.163', volume: '0.2' }]],
    ],
  )
})

import t from 'tap'
import type { AccountEvent } from '../../../../engine/account/event.js'
import { profitAt, volumeAtRisk, whatIf } from '../../../../engine/account/money/what-if.js'
import {
  cancelRequested,
  changeRequested,
} from '../../../../engine/account/rules/at-provider/resting-order.js'
import { outlookOf } from '../../../../engine/account/rules/prospect.js'
import type { Refusal } from '../../../../engine/code.js'
import { wholeCommission } from '../../../../engine/config/kinds/commission.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { groupIn, HEDGING, symbolIn } from '../../../given/book.js'
import { type AcceptedTrade, Floor } from '../../../given/floors/floor.js'

const LOT = 100_000_000
const TIERS = [{ from: '0', to: '0', value: '3.5', min: '0', max: '0' }]

function given(symbol: Partial<SymbolRecord> = {}, charge: 'per_side' | 'daily' = 'per_side') {
  const row = wholeCommission({ mask: '*', mode: 'per_lot', charge, tiers: TIERS })
  const floor = new Floor({
    symbols: {
      EURGBP: { swap_mode: 'deposit_currency', swap_long: '-7', swap_short: '2', ...symbol },
    },
    groups: { [HEDGING]: { commissions: [row] } },
  })
  floor.balance('deposit', '100000')
  const market = () => ({ book: floor.book, prices: floor.prices, group: groupIn(floor.book) })
  const symbolOf = () => symbolIn(floor.book, 'EURGBP')
  const told = (events: readonly AccountEvent[], of = market(), symbol = symbolOf()) =>
    whatIf(of, symbol, events, outlookOf(floor.account, of.group, events))
  return { floor, market, symbolOf, told }
}

function eventsOf(decision: AcceptedTrade | Refusal): readonly AccountEvent[] {
  if (!decision.ok) throw new Error(decision.message)
  return decision.events
}

/** Bought, with a stop loss and a take profit. */
const TWO_LOTS = {
  fee: -7_00,
  volumeAfter: 2 * LOT,
  sideAfter: 1,
  priceAfter: 86_670,
  swapNight: -14_00,
  pointValue: 270_040_000,
  lossAtStop: -270_04,
  profitAtTarget: 810_00,
}
const NOTHING_LEFT = {
  fee: 0,
  volumeAfter: null,
  sideAfter: 0,
  priceAfter: 0,
  swapNight: null,
  pointValue: null,
  lossAtStop: null,
  profitAtTarget: null,
}

t.test('what an order opens: its fee, a night, a point, and what its stops come to', (t) => {
  const { floor, told } = given()
  const stops = { stopLoss: '0.86570', takeProfit: '0.86970' }
  const bought = eventsOf(floor.open('EURGBP', 'buy', '2', stops))
  // A point of 2 lots is 2 pounds at 1.35020; it loses 200 pounds, or gains 600 at 1.35000.
  t.same(told(bought), TWO_LOTS)
  const sold = eventsOf(floor.open('EURGBP', 'sell', '1', { stopLoss: '0.86750' }))
  t.same(told(sold), {
    fee: -3_50,
    volumeAfter: LOT,
    sideAfter: -1,
    priceAfter: 86_650,
    swapNight: 2_00,
    pointValue: 135_020_000,
    lossAtStop: -135_02,
    profitAtTarget: null,
  })
  const [position] = floor.account.positions.keys()
  const part = eventsOf(floor.close(position ?? 0, '0.5'))
  t.same(told(part), {
    fee: -1_75,
    volumeAfter: 1.5 * LOT,
    sideAfter: 1,
    priceAfter: 86_670,
    swapNight: -10_50,
    pointValue: 202_530_000,
    lossAtStop: -202_53,
    profitAtTarget: 607_50,
  })
  const rest = eventsOf(floor.close(position ?? 0))
  t.same(told(rest), { ...NOTHING_LEFT, fee: -5_25, volumeAfter: 0 })
  floor.settle()
  t.end()
})

t.test('an order that rests is the position that it would open, with the fee of its fill', (t) => {
  for (const charge of ['per_side', 'daily'] as const) {
    const { floor, told } = given({}, charge)
    const stops = { stopLoss: '0.84900', takeProfit: '0.85300' }
    const placed = eventsOf(floor.place('EURGBP', 'buy limit', '2', '0.85000', stops))
    t.same(told(placed), { ...TWO_LOTS, priceAfter: 85_000 })
    t.equal(told(eventsOf(floor.open('EURGBP', 'buy', '1'))).fee, -3_50)
    const [resting] = floor.account.orders.values()
    if (resting === undefined) throw new Error('it rests')
    // At a provider the row has the old terms until it answers.
    const { id } = resting
    const moved = { ...resting, price: 85_100, stopLoss: 85_050 }
    t.match(told([changeRequested(resting, moved)]), { priceAfter: 85_100, lossAtStop: -135_02 })
    const going = cancelRequested(resting, 'cancel')
    t.match(told(going === undefined ? [] : [going]), { volumeAfter: null, pointValue: null })
    const gone = eventsOf(floor.delete(id))
    t.same(told(gone), NOTHING_LEFT)
    floor.settle()
  }
  t.equal(given().told([]).fee, 0)
  t.end()
})

t.test('without a price what goes by it is not known, and the rest is', (t) => {
  const { floor, told } = given({ swap_mode: 'points', swap_long: '-2' })
  const stops = { stopLoss: '0.84900', takeProfit: '0.85300' }
  const placed = eventsOf(floor.place('EURGBP', 'buy limit', '2', '0.85000', stops))
  floor.prices.remove('GBPUSD')
  t.same(told(placed), {
    fee: -7_00,
    volumeAfter: 2 * LOT,
    sideAfter: 1,
    priceAfter: 85_000,
    swapNight: null,
    pointValue: null,
    lossAtStop: null,
    profitAtTarget: null,
  })
  t.equal(told(placed).swapNight, null)
  const points = wholeCommission({
    mask: '*',
    mode: 'points',
    charge: 'per_side',
    tiers: [{ from: '0', to: '0', value: '3', min: '0', max: '0' }],
  })
  const dear = new Floor({ groups: { [HEDGING]: { commissions: [points] } } })
  const book = dear.book
  const of = { book, prices: floor.prices, group: groupIn(book) }
  t.equal(told(placed, of, symbolIn(book, 'EURGBP')).fee, null)
  t.end()
})

t.test(
  'every cost of the deals is in the fee, and a point is worth what the contract says',
  (t) => {
    const { floor, told } = given({ contract_size: '300000' })
    const [order, deal, position] = eventsOf(floor.open('EURGBP', 'buy', '1'))
    if (order?.type !== 'order' || deal?.type !== 'deal' || position?.type !== 'position') {
      throw new Error('it is open')
    }
    const more = { ...deal, fee: -5, commissionDue: -70, commission: -300 }
    const all = told([order, more, deal, position])
    t.same([all.fee, all.pointValue], [-7_25, 405_060_000])
    floor.settle()
    t.end()
  },
)

t.test('a point that is worth more than can be counted is not told', (t) => {
  const margin_rates = [{ kind: 'buy', initial: '0', maintenance: '0' }] as const
  const { floor, told } = given({ contract_size: '100000000000', margin_rates })
  const placed = eventsOf(floor.place('EURGBP', 'buy limit', '0.01', '0.85000'))
  const [order] = placed
  if (order?.type !== 'order') throw new Error('it is placed')
  const pointOf = (lots: number): number | null => {
    const of = [{ ...order, volumeCurrent: lots * LOT }]
    return told(of).pointValue
  }
  t.equal(pointOf(1), 135_020_000_000_000)
  t.equal(pointOf(66), 66 * 135_020_000_000_000)
  t.equal(pointOf(67), null, 'beyond 2^53 of 1e-8')
  t.end()
})

t.test('what a position is worth at a price is what its close there would bring', (t) => {
  const { floor, market, symbolOf } = given()
  eventsOf(floor.open('EURGBP', 'buy', '1'))
  const [held] = floor.account.positions.values()
  if (held === undefined) throw new Error('it is open')
  t.equal(profitAt(market(), symbolOf(), held, 86_770), 135_00)
  t.equal(profitAt(market(), symbolOf(), held, 86_570), -135_02)
  t.equal(profitAt(market(), symbolOf(), { ...held, openRest: 1_000_000_000 }, 86_770), 121_50)
  t.equal(profitAt(market(), symbolOf(), { ...held, openRest: 1_000_000_000 }, 86_670), -13_50)
  floor.prices.remove('GBPUSD')
  t.equal(profitAt(market(), symbolOf(), held, 86_770), null)
  t.end()
})

t.test('the volume at risk is the largest of the steps that loses no more', (t) => {
  const { floor, market, symbolOf } = given({
    volume_min: '0.05',
    volume_step: '0.03',
    volume_max: '0.2',
  })
  const at = (amount: number, stopLoss = 86_570): number | undefined => {
    const terms = { symbolId: 4, side: 1, priceOpen: 86_670, openRest: 0, takeProfit: 0 } as const
    const volume = volumeAtRisk(market(), symbolOf(), { ...terms, stopLoss }, amount)
    return volume === undefined ? undefined : volume / (LOT / 100)
  }
  // A hundredth of a lot loses a pound at 1.35020.
  t.same(
    [6_74, 6_75, 10_79, 10_80, 26_99, 27_00, 99_99].map((most) => at(most)),
    [0, 5, 5, 8, 17, 20, 20],
  )
  t.equal(at(0, 86_770), 20, 'what loses nothing is the largest')
  t.equal(at(0, 86_670), 20)
  floor.prices.remove('GBPUSD')
  t.equal(at(99_99), undefined)
  t.end()
})

import t from 'tap'
import { type PricedDeal, repriced } from '../../../../engine/account/audit/reprice.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { EURUSD, givenBook, groupIn, symbolIn } from '../../../given/book.js'

// What a position would be, and would have made, had its deals been made at other prices.

const LOT = 100_000_000
const book = givenBook({ symbols: { EURUSD } })
const [symbol, group] = [symbolIn(book, 'EURUSD'), groupIn(book)]

type Told = [entry: PricedDeal['entry'], side: 1 | -1, lots: number, price: number, profit?: number]

const dealsOf = (...told: Told[]): PricedDeal[] =>
  told.map(([entry, side, lots, price, profit = 0], i) => {
    return { id: i + 1, entry, side, volume: lots * LOT, price, profit, rateProfit: RATE_ONE }
  })

const at = (deals: readonly PricedDeal[], prices: Readonly<Record<number, number>>) => {
  const given = new Map(Object.entries(prices).map(([id, price]) => [Number(id), price]))
  const made = repriced(symbol, group, deals, given)
  if (made === undefined) return undefined
  const { before, after } = made
  return {
    open: [before.priceOpen, after.priceOpen],
    rest: after.openRest,
    volume: after.volume,
    money: after.profit - before.profit,
  }
}

t.test('an open position has the other price, and no money moves', (t) => {
  const deals = dealsOf(['in', 1, 2, 117_010])
  t.same(at(deals, { 1: 117_000 }), {
    open: [117_010, 117_000],
    rest: 0,
    volume: 2 * LOT,
    money: 0,
  })
  t.end()
})

t.test('what was closed made more or less, by the side and the rate that it had', (t) => {
  const bought = dealsOf(['in', 1, 2, 117_010], ['out', -1, 1, 117_020, 10_00])
  t.match(at(bought, { 1: 117_000 }), { open: [117_010, 117_000], volume: LOT, money: 10_00 })
  t.match(at(bought, { 2: 117_000 }), { open: [117_010, 117_010], money: -20_00 })
  t.match(at(bought, { 1: 117_000, 2: 117_000 }), { money: -10_00 })
  const sold = dealsOf(['in', -1, 1, 117_000], ['out', 1, 1, 117_010, -10_00])
  t.match(at(sold, { 1: 117_020 }), { volume: 0, money: 20_00 })
  const half = bought.map((deal) => ({
    ...deal,
    rateProfit: RATE_ONE / 2n,
    profit: deal.profit / 2,
  }))
  t.match(at(half, { 2: 117_000 }), { money: -10_00 }, 'at the rate of then')
  t.end()
})

t.test('an average has the rest that it is rounded by', (t) => {
  const deals = dealsOf(['in', 1, 1, 117_000], ['in', 1, 2, 117_003])
  t.match(at(deals, { 1: 117_001 }), { open: [117_002, 117_002], rest: LOT })
  t.match(at(deals, { 2: 117_000 }), { open: [117_002, 117_000], rest: 0 })
  t.end()
})

t.test('deals that do not tell how the position stands tell nothing', (t) => {
  const wrong: Readonly<Record<string, PricedDeal[]>> = {
    turned: dealsOf(['in', 1, 1, 117_000], ['inout', -1, 2, 117_000]),
    'closed by another': dealsOf(['in', 1, 1, 117_000], ['out_by', -1, 1, 117_000]),
    'corrected before it was closed': dealsOf(['in', 1, 1, 117_000], ['out', -1, 1, 117_010, 5_00]),
    'more closed than opened': dealsOf(['in', 1, 1, 117_000], ['out', -1, 2, 117_000]),
    'without its beginning': dealsOf(['out', -1, 1, 117_000]),
    nothing: [],
  }
  for (const [name, deals] of Object.entries(wrong))
    t.equal(at(deals, { 1: 117_000 }), undefined, name)
  t.end()
})

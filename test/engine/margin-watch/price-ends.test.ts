import fc from 'fast-check'
import t from 'tap'
import { conversionLegs, conversionRate } from '../../../engine/book/conversion.js'
import { highestOfLeg, lowestOfLeg, PriceEnds } from '../../../engine/margin-watch/price-ends.js'
import { Terms } from '../../../engine/margin-watch/terms.js'
import { givenBook, groupIn, HEDGING } from '../../given/book.js'
import { PointPrices } from './given-watch.js'

const EDGES = ['bid falls', 'bid rises', 'ask falls', 'ask rises', 'spread falls', 'spread rises']

/** Directly, over one, through dollars, and with both legs over one. */
const WAYS = [
  ['GBP', 'USD'],
  ['JPY', 'USD'],
  ['GBP', 'JPY'],
  ['JPY', 'GBP'],
] as const
/** Rates down to 1e-9, where the twelfth digit is a part that counts. */
const prices = fc.oneof(fc.integer({ min: 1_000, max: 1_000_000 }), fc.integer({ min: 1, max: 60 }))

t.test(
  'property: legs between their ends keep the rate within its part, and reach near it',
  (t) => {
    const book = givenBook()
    let nearest = Number.POSITIVE_INFINITY
    fc.assert(
      fc.property(
        fc.constantFrom(...WAYS),
        fc.tuple(prices, prices),
        fc.double({ min: 0, max: 0.25, noNaN: true }),
        fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true })),
        ([from, to], [gbpusd, usdjpy], part, [isUp, share]) => {
          const before = new PointPrices()
          before.quotes.set(3, { bid: gbpusd, ask: gbpusd, at: 0 })
          before.quotes.set(2, { bid: usdjpy, ask: usdjpy, at: 0 })
          const legs = conversionLegs(book, from, to) ?? []
          const moved = new PointPrices()
          for (const { symbolId, inverse } of legs) {
            const price = before.quote(symbolId)?.bid ?? 0
            const lowest = lowestOfLeg(price, inverse, legs.length, part)
            const highest = highestOfLeg(price, inverse, legs.length, part)
            const end = isUp !== inverse ? highest : lowest
            const price2 = Math.round(price + (end - price) * (share > 0.5 ? 1 : share * 2))
            moved.quotes.set(symbolId, { bid: price2, ask: price2, at: 0 })
          }
          const rate = Number(conversionRate(book, before, from, to, 'gain'))
          const then = Number(conversionRate(book, moved, from, to, 'gain'))
          const change = isUp ? then - rate : rate - then
          if (change < -2 || change > rate * part + 2) return false
          const isSmooth = Math.min(gbpusd, usdjpy) > 10_000 && part > 0.01 && share > 0.5
          if (isSmooth) nearest = Math.min(nearest, change / (rate * part))
          return true
        },
      ),
      { numRuns: 2_000 },
    )
    t.ok(nearest > 0.9, `at the ends it has changed by ${(nearest * 100).toFixed(0)} % of the part`)
    t.end()
  },
)

t.test('what a locked holding may be off by reaches to the widest spread without a look', (t) => {
  const EURUSD = 1
  const book = givenBook()
  const prices = new PointPrices()
  prices.quotes.set(EURUSD, { bid: 117_000, ask: 117_010, at: 0 })
  const terms = new Terms(book, prices)
  const group = groupIn(book, HEDGING)
  terms.include(group, EURUSD)
  const ends = new PriceEnds(prices)
  const holdings = [EURUSD, 0, 2 ** 70, 0]
  const now = ends.value(holdings, terms.of(group))
  const widest = ends.valueAt(holdings, terms.of(group), -1, 1e30)
  t.equal(Math.round(widest / now), 65, 'by 64 times its size')
  const roundings = 12 * 2 ** -53
  t.ok(ends.error > -widest * roundings, `${ends.error}`)
  t.end()
})

t.test(
  'within no reach at all the ends are the value of now, losses and gains alike',
  async (t) => {
    const EURGBP = 4
    const book = givenBook()
    const group = groupIn(book, HEDGING)
    const prices = new PointPrices()
    prices.quotes.set(EURGBP, { bid: 86_000, ask: 86_010, at: 0 })
    // Pounds are bought for half as much again as they are sold for.
    prices.quotes.set(3, { bid: 120_000, ask: 180_000, at: 0 })
    const terms = new Terms(book, prices)
    terms.include(group, EURGBP)
    const ends = new PriceEnds(prices)
    const LOT = 100_000_000
    for (const [gain, worth] of [
      [1_000, 120_000],
      [-1_000, -180_000],
    ] as const) {
      const holdings = [EURGBP, LOT, 0, -LOT * (86_000 - gain)]
      t.equal(Math.round(ends.value(holdings, terms.of(group))), worth)
      for (const way of [-1, 1] as const) {
        const end = ends.valueAt(holdings, terms.of(group), way, 1e-9)
        t.equal(Math.round(end), worth, `${gain} points, way ${way}`)
      }
    }
  },
)

t.test(
  'what a value may be off by goes by the dearer of the rates of gains and losses',
  async (t) => {
    const EURGBP = 4
    const book = givenBook()
    const prices = new PointPrices()
    prices.quotes.set(EURGBP, { bid: 86_000, ask: 86_010, at: 0 })
    const terms = new Terms(book, prices)
    const group = groupIn(book, HEDGING)
    terms.include(group, EURGBP)
    const ends = new PriceEnds(prices)
    const LOT = 100_000_000
    const known: number[] = []
    for (const [bid, ask] of [
      [120_000, 180_000],
      [180_000, 180_000],
      [120_000, 120_000],
    ] as const) {
      prices.quotes.set(3, { bid, ask, at: 0 })
      terms.of(group)[EURGBP]?.conversion.find()
      ends.value([EURGBP, LOT, 0, -LOT * 85_000], terms.of(group))
      known.push(ends.error)
    }
    const [wide = 0, dear = 0, cheap = 0] = known
    t.equal(wide, dear)
    t.ok(cheap < dear)
  },
)

t.test(
  'within no reach an edge stands at each price that what is held goes by, and at no other',
  (t) => {
    const EURGBP = 4
    const book = givenBook()
    const group = groupIn(book, HEDGING)
    const prices = new PointPrices()
    prices.quotes.set(1, { bid: 117_000, ask: 117_010, at: 0 })
    prices.quotes.set(EURGBP, { bid: 86_650, ask: 86_670, at: 0 })
    prices.quotes.set(3, { bid: 135_000, ask: 135_020, at: 0 })
    const terms = new Terms(book, prices)
    for (const id of [1, EURGBP]) terms.include(group, id)
    const ends = new PriceEnds(prices)
    const LOT = 100_000_000
    const edges = (holdings: readonly number[], way: -1 | 1): string[] => {
      const wanted: string[] = []
      const want = (id: number, which: number, safe: number): void => {
        wanted.push(`${id} ${EDGES[which]} ${safe}`)
      }
      ends.value(holdings, terms.of(group))
      ends.want({ want }, holdings, terms.of(group), way, 0)
      return wanted
    }
    const long = [1, LOT, 0, -117_000 * LOT]
    t.same(edges(long, -1), ['1 bid falls 117000'])
    t.same(edges(long, 1), ['1 bid rises 117000'])
    const short = [1, -LOT, 0, 117_000 * LOT]
    t.same(edges(short, -1), ['1 ask rises 117010'])
    t.same(edges(short, 1), ['1 ask falls 117010'])
    const hedged = [1, 0, LOT, 0]
    t.same(edges(hedged, -1), ['1 spread rises 10'])
    t.same(edges(hedged, 1), ['1 spread falls 10'])
    const most = [1, LOT, LOT, 0]
    t.same(edges(most, -1), ['1 bid falls 117000', '1 spread rises 10'])
    t.same(edges([...long, ...hedged], 1), ['1 bid rises 117000', '1 spread falls 10'])
    // What pounds are lost is bought at the ask, what is gained is sold at the bid.
    const gaining = [EURGBP, LOT, 0, -86_000 * LOT]
    t.same(edges(gaining, -1), ['4 bid falls 86650', '3 bid falls 135000'])
    t.same(edges(gaining, 1), ['4 bid rises 86650', '3 bid rises 135000'])
    const losing = [EURGBP, -LOT, 0, 86_000 * LOT]
    t.same(edges(losing, -1), ['4 ask rises 86670', '3 ask rises 135020'])
    t.same(edges(losing, 1), ['4 ask falls 86670', '3 ask falls 135020'])
    const even = [EURGBP, LOT, 0, -86_650 * LOT]
    t.same(edges(even, -1), ['4 bid falls 86650', '3 bid falls 135000'])
    t.same(edges(even, 1), ['4 bid rises 86650', '3 ask falls 135020'])
    t.end()
  },
)

import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import {
  type PointTerms,
  slippageMoney,
  slippagePts,
  slippageText,
} from '../../../../engine/account/money/slippage.js'

// What was asked for against what was given, row by row, and its money by another arithmetic.

const ORDER = {
  kind: 'market',
  price: 0,
  priceAsked: 0,
  ruleId: 4,
  way: '',
  reason: 'client',
} as const
const DEAL = { side: 1, price: 105, entry: 'in', bid: 100, ask: 110 } as const

t.test('the price that was asked for is the first of these that is there', (t) => {
  const way = '{"received":1,"bid":90,"ask":120}'
  for (const [order, deal, expected, why] of [
    [{}, {}, 5, 'the market of the deal'],
    [{}, { side: -1 }, 5, 'of its side'],
    [{ way: '{"received":1}' }, {}, 5, 'nobody saw another'],
    [{ way }, {}, 15, 'the market of when it began to wait'],
    [{ way }, { side: -1 }, 15, 'of its side'],
    [{ way, priceAsked: 103 }, {}, -2, 'its own'],
    [{ way, priceAsked: 103 }, { side: -1 }, 2, 'its own'],
    [{ way, priceAsked: 103, kind: 'limit', price: 108 }, {}, 3, 'that of a pending order'],
    [{ kind: 'stop', price: 104 }, { side: -1, entry: 'inout' }, 1, 'that of a pending order'],
    [{}, { entry: 'out_by' }, undefined, 'the other position names it'],
    [{}, { entry: 'balance', side: 0 }, undefined, 'it is no trade'],
    [{ ruleId: 0 }, {}, undefined, 'nobody noted it'],
    [{ reason: 'gateway' }, {}, undefined, 'no client asked'],
    [{}, { bid: 0, ask: 0 }, undefined, 'there was no market'],
  ] as const) {
    t.equal(slippagePts({ ...ORDER, ...order }, { ...DEAL, ...deal }), expected, why)
  }
  t.end()
})

const TERMS: PointTerms = {
  digits: 5,
  calc_mode: 'forex',
  contract_size: '100000',
  tick_size: '0',
  tick_value: '0',
}

t.test('money is points times lots times contract, of futures with a tick by that', (t) => {
  const lots = (text: string) => Number(new Decimal(text).times(1e8))
  for (const [points, volume, terms, expected] of [
    [7, lots('0.1'), {}, '0.7'],
    [-7, lots('0.1'), {}, '-0.7'],
    [1, 1, {}, '0.00000001'],
    [1, 1, { contract_size: '0.4' }, '0'],
    [3, lots('2'), { digits: 2, contract_size: '1' }, '0.06'],
    [3, lots('2'), { calc_mode: 'futures', digits: 2, tick_size: '0.25', tick_value: '12.5' }, '3'],
    [3, lots('2'), { calc_mode: 'futures', digits: 2, contract_size: '50' }, '3'],
  ] as const) {
    t.equal(slippageText(slippageMoney(points, volume, { ...TERMS, ...terms })), expected)
  }
  const figure = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000_000_000_000 }),
      figure,
      fc.integer({ min: 0, max: 8 }),
      (points, volume, contract, digits) => {
        const size = new Decimal(contract).div(1000)
        const own = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
        const expected = new own(points)
          .div(new own(10).pow(digits))
          .times(new own(volume).div(1e8))
          .times(size)
        const terms = { ...TERMS, digits, contract_size: size.toFixed() }
        const found = slippageText(slippageMoney(points, volume, terms))
        t.ok(new own(found).eq(expected.toDecimalPlaces(8)), `${found} is ${expected.toFixed(8)}`)
      },
    ),
    { numRuns: 100 },
  )
  t.end()
})

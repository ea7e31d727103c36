import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { symbolOfGroup } from '../../../engine/book/group-symbols.js'
import { NO_RECORDS } from '../../../engine/config/book-records.js'
import { faultsOfCommissions, wholeCommission } from '../../../engine/config/kinds/commission.js'
import type { CommissionTier, GroupCommission } from '../../../engine/config/records/group.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { type ChargedDeal, commissionOf } from '../../../engine/costs/commission.js'
import {
  textFromScaled,
  trimmedTextFromScaled,
  volumeFromText,
} from '../../../engine/numbers/decimal.js'
import { EURUSD, givenBook, groupIn, HEDGING, HEDGING_GROUP, symbolIn } from '../../given/book.js'
import { GivenPrices, NO_PRICES, points } from '../../given/prices.js'
import { CASES, randomPositions, randomSymbols } from '../arbitraries.js'
import { chargeInMinor, type OracleRates } from './fees-oracle.js'

type Given = Partial<Omit<GroupCommission, 'tiers'>> & {
  readonly tiers?: readonly Partial<CommissionTier>[]
}

function row({ tiers = [{ value: '3.5' }], ...given }: Given = {}): GroupCommission {
  const whole = { mask: '*', mode: 'per_lot', charge: 'per_side', ...given } as const
  return wholeCommission({ ...whole, tiers: tiers as readonly CommissionTier[] })
}

function charging(rows: readonly GroupCommission[], symbols = {}): Book {
  return givenBook({ symbols, groups: { [HEDGING]: { commissions: rows } } })
}

interface GivenDeal {
  readonly entry?: ChargedDeal['entry']
  readonly opened?: string
  readonly price?: string
  readonly symbol?: string
}

function costOf(book: Book, lots: string, given: GivenDeal = {}, prices = new GivenPrices(book)) {
  const { entry = 'in', opened = '0', price = '1', symbol: name = 'EURUSD' } = given
  const group = groupIn(book)
  const symbol = symbolOfGroup(group, symbolIn(book, name))
  const deal = {
    entry,
    volume: volumeFromText(lots),
    opened: volumeFromText(opened),
    price: points(price, symbol.digits),
  }
  return commissionOf(group, symbol, deal, book, prices)
}

const atOnce = (amount: number) => ({ atOnce: amount, daily: 0 })
const FREE = atOnce(0)

t.test('a group without commissions, or without one for the symbol, charges nothing', async (t) => {
  t.same(costOf(givenBook(), '1'), FREE)
  t.same(costOf(charging([row({ mask: 'Metals\\*' })]), '1'), FREE)
})

t.test('per lot: value x lots in the account’s currency, below zero in the deal', async (t) => {
  const book = charging([row()])
  t.same(costOf(book, '1'), atOnce(-3_50))
  t.same(costOf(book, '2.50'), atOnce(-8_75))
  t.same(costOf(book, '0.01'), atOnce(-4), '3.5 cents, half away from zero')
  t.same(costOf(book, '0.001'), FREE, 'less than half a cent')
})

t.test('the first row whose mask takes the symbol is its commission', async (t) => {
  const book = charging([
    row({ mask: 'EURUSD', tiers: [{ value: '1' }] }),
    row({ mask: 'Forex\\*,!USDJPY', tiers: [{ value: '2' }] }),
    row({ mask: '*', tiers: [{ value: '3' }] }),
  ])
  t.same(costOf(book, '1'), atOnce(-1_00))
  t.same(costOf(book, '1', { symbol: 'GBPUSD', price: '1.3' }), atOnce(-2_00))
  t.same(costOf(book, '1', { symbol: 'USDJPY', price: '150' }), atOnce(-3_00))
})

t.test('percent is of what the volume is worth', async (t) => {
  const percent = row({ mode: 'percent', tiers: [{ value: '0.1' }] })
  const stock = { digits: 2, contract_size: '100', base_currency: 'USD', margin_currency: 'USD' }
  const tick = { tick_size: '0.1', tick_value: '1' }
  const book = charging([percent], {
    FUT: { ...stock, ...tick, calc_mode: 'futures' },
    IDX: { ...stock, ...tick, calc_mode: 'cfd_index' },
    CFD: { ...stock, calc_mode: 'cfd' },
  })
  t.same(costOf(book, '1', { symbol: 'FUT', price: '33' }), atOnce(-33_00), '33,000 per lot')
  t.same(costOf(book, '1', { symbol: 'IDX', price: '33' }), atOnce(-33_00))
  t.same(costOf(book, '1', { symbol: 'CFD', price: '33' }), atOnce(-3_30), '3,300 per lot')
  t.same(costOf(book, '1', { price: '1.17' }), atOnce(-117_01), '100 EUR at the ask 1.17010')
  const yen = { symbol: 'USDJPY', price: '150' }
  t.same(costOf(book, '1', yen, new GivenPrices(book, {})), atOnce(-100_00), '100,000 USD')
})

t.test('points are points of price, as a profit of so many', async (t) => {
  const book = charging([row({ mode: 'points', tiers: [{ value: '1.5' }] })], {
    ES: { calc_mode: 'futures', digits: 2, tick_size: '0.25', tick_value: '12.5' },
  })
  t.same(costOf(book, '1'), atOnce(-1_50))
  t.same(costOf(book, '2', { symbol: 'ES' }), atOnce(-1_50), '0.015 x 50 x 2')
  // 1.5 x 0.001 x 100,000 = 150 JPY, paid at one over the bid 150.000.
  t.same(costOf(book, '10', { symbol: 'USDJPY', price: '150' }), atOnce(-10_00))
})

t.test('per side charges what opens and what closes; a reversal once by its volume', async (t) => {
  const book = charging([row({ tiers: [{ value: '3.5', min: '5' }] })])
  t.same(costOf(book, '2', { entry: 'in' }), atOnce(-7_00))
  t.same(costOf(book, '2', { entry: 'out' }), atOnce(-7_00))
  t.same(costOf(book, '2', { entry: 'inout', opened: '1' }), atOnce(-7_00))
  t.same(costOf(book, '2', { entry: 'out_by' }), FREE, 'a close by another position is free')
})

t.test('per deal charges a trade once, when it opens; of a reversal what is new', async (t) => {
  const book = charging([row({ charge: 'per_deal' })])
  t.same(costOf(book, '2', { entry: 'in' }), atOnce(-7_00))
  t.same(costOf(book, '2', { entry: 'out' }), FREE)
  t.same(costOf(book, '3', { entry: 'inout', opened: '2' }), atOnce(-7_00))
  t.same(costOf(book, '2', { entry: 'out_by' }), FREE)
})

t.test('daily is as per side, to be gathered', async (t) => {
  const book = charging([row({ charge: 'daily' })])
  t.same(costOf(book, '2', { entry: 'in' }), { atOnce: 0, daily: -7_00 })
  t.same(costOf(book, '2', { entry: 'out' }), { atOnce: 0, daily: -7_00 })
  t.same(costOf(book, '3', { entry: 'inout', opened: '1' }), { atOnce: 0, daily: -10_50 })
  t.same(costOf(book, '2', { entry: 'out_by' }), FREE)
})

t.test('the tier holds the volume that is charged: from is inside, to is not', async (t) => {
  const tiers = [
    { from: '0', to: '1', value: '5' },
    { from: '1', to: '10', value: '4' },
    { from: '20', to: '0', value: '3' },
  ]
  const book = charging([row({ tiers })])
  t.same(costOf(book, '0.99999999'), atOnce(-5_00))
  t.same(costOf(book, '1'), atOnce(-4_00))
  t.same(costOf(book, '9.99'), atOnce(-39_96))
  t.same(costOf(book, '10'), FREE, 'between two tiers')
  t.same(costOf(book, '19.99'), FREE)
  t.same(costOf(book, '20'), atOnce(-60_00))
  const opening = charging([row({ charge: 'per_deal', tiers })])
  const reversal = { entry: 'inout', opened: '0.5' } as const
  t.same(costOf(opening, '5', reversal), atOnce(-2_50), 'the tier of what is new')
})

t.test(
  'min and max bound a deal’s charge in the account’s currency; 0 is no maximum',
  async (t) => {
    const book = charging([row({ tiers: [{ value: '3.5', min: '2', max: '10.005' }] })])
    t.same(costOf(book, '0.01'), atOnce(-2_00))
    t.same(costOf(book, '2'), atOnce(-7_00))
    t.same(costOf(book, '2.86'), atOnce(-10_01), 'the maximum, rounded')
    t.same(costOf(book, '100'), atOnce(-10_01))
    const flat = charging([row({ tiers: [{ value: '0', min: '1' }] })])
    t.same(costOf(flat, '7'), atOnce(-1_00), 'a fixed charge')
    const capped = charging([row({ tiers: [{ value: '5', max: '0.001' }] })])
    t.same(costOf(capped, '7'), FREE, 'a maximum of less than half a cent')
  },
)

t.test('a commission waits for the price that it is converted with', async (t) => {
  const book = charging([row({ mode: 'points' })])
  const yen = { symbol: 'USDJPY', price: '150' }
  t.equal(costOf(book, '1', yen, new GivenPrices(book, {})), undefined)
  t.same(costOf(book, '1', { ...yen, entry: 'out_by' }, new GivenPrices(book, {})), FREE)
})

const fixed = (min: number, max: number, digits: number) =>
  fc.integer({ min, max }).map((n) => trimmedTextFromScaled(n, digits))
const values = fc.oneof(fc.constantFrom('0', '3.5', '0.5', '100'), fixed(0, 100_000_000, 6))
const bounds = fc.oneof({ weight: 3, arbitrary: fc.constant('0') }, fixed(0, 1_000_000, 4))
const randomTiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 4 }),
    fc.array(fc.tuple(values, bounds, bounds), { minLength: 5, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([borders, terms, hasGap]) => {
    const edges = ['0', ...borders.sort((a, b) => a - b).map((n) => trimmedTextFromScaled(n, 3))]
    const tiers = edges.map((from, i) => {
      const [value, min, max] = terms[i] ?? ['0', '0', '0']
      const high = max !== '0' && Number(max) < Number(min) ? min : max
      return { from, to: edges[i + 1] ?? '0', value, min, max: high }
    })
    return hasGap && tiers.length > 1 ? tiers.slice(1) : tiers
  })
const randomRows = fc.record({
  mode: fc.constantFrom('per_lot', 'percent', 'points'),
  charge: fc.constantFrom('per_side', 'per_deal', 'daily'),
  tiers: randomTiers,
})
const quotes = fc.tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.nat(1_000_000))

t.test('property: a commission is decimal arithmetic, bounded, rounded once', async (t) => {
  const cases = fc.record({
    random: randomSymbols,
    position: randomPositions,
    entry: fc.constantFrom('in', 'out', 'inout', 'out_by'),
    part: fc.nat(100),
    onEdge: fc.nat(7),
    commission: randomRows,
    passed: fc.boolean(),
    pairs: fc.tuple(quotes, quotes),
  })
  let compared = 0
  fc.assert(
    fc.property(cases, (given) => {
      const { random, position, entry, part } = given
      const currencies = { base_currency: 'AAA', profit_currency: 'BBB' }
      const record: SymbolRecord = { ...EURUSD, ...random.change, ...currencies }
      const commission: GroupCommission = { mask: '*', ...given.commission }
      equal(faultsOfCommissions([commission]).filter((f) => !f.path.endsWith('value')).length, 0)
      const others = given.passed ? [row({ mask: 'X*' }), row({ mask: '*,!EUR*' })] : []
      const pairs = ['AAA', 'BBB'].map((base, i) => {
        return { ...EURUSD, id: i + 2, path: `${base}USD`, base_currency: base }
      })
      const digits = random.currencyDigits
      const commissions = [...others, commission]
      const groups = [{ ...HEDGING_GROUP, currency_digits: digits, commissions }]
      const book = compileBook({ ...NO_RECORDS, symbols: [record, ...pairs], groups })
      const quote = (id: number) => {
        const [bid, more] = given.pairs[id - 2] ?? [1, 0]
        return { bid, ask: bid + more, at: 0 }
      }
      const rates: OracleRates = (currency) => {
        const at = ['AAA', 'BBB'].indexOf(currency)
        if (at < 0) return { gain: '1', loss: '1' }
        return { gain: 'unused', loss: textFromScaled(quote(at + 2).ask, 5) }
      }
      // Some volumes are borders of tiers.
      const edge = commission.tiers[given.onEdge]?.from ?? '0'
      const volume = edge === '0' ? position.volume : volumeFromText(edge)
      const opened = Math.floor((volume * part) / 100)
      const charged =
        entry === 'out_by'
          ? 0
          : commission.charge !== 'per_deal' || entry === 'in'
            ? volume
            : entry === 'inout'
              ? opened
              : 0
      const price = textFromScaled(position.price, record.digits)
      const lots = textFromScaled(charged, 8)
      const cost =
        charged === 0 ? 0 : chargeInMinor(record, commission, lots, price, 'USD', rates, digits)
      if (!Number.isSafeInteger(cost)) return
      compared++
      const deal = { entry, volume, opened, price: position.price }
      const found = commissionOf(groupIn(book), symbolIn(book, 'EURUSD'), deal, book, { quote })
      equal(commission.charge === 'daily' ? found?.daily : found?.atOnce, 0 - cost)
      equal(commission.charge === 'daily' ? found?.atOnce : found?.daily, 0)
    }),
    { numRuns: CASES },
  )
  t.ok(compared > CASES / 2, 'most come to amounts that can be')
})

t.test(
  'whatever passes the checks is charged: beyond any amount it is as much as one can be',
  async (t) => {
    const most = '1000000000'
    const tiers = [{ value: most, min: most, max: '0' }]
    const rows = [row({ tiers })]
    t.same(faultsOfCommissions(rows), [])
    const groups = { [HEDGING]: { commissions: rows, currency_digits: 8 } }
    const book = givenBook({ groups })
    const deal = { entry: 'in', volume: volumeFromText('1000000'), opened: 0, price: 1 } as const
    const cost = commissionOf(groupIn(book), symbolIn(book, 'EURUSD'), deal, book, NO_PRICES)
    t.same(cost, atOnce(-Number.MAX_SAFE_INTEGER))
  },
)

t.test('only the rows of a changed group are compiled again', async (t) => {
  const before = charging([row()])
  const [first, ...rest] = before.records.groups
  if (first === undefined) throw new Error('a group')
  t.same(costOf(before, '1'), atOnce(-3_50))
  const changed = { ...first, commissions: [row({ tiers: [{ value: '4' }] })] }
  const after = compileBook({ ...before.records, groups: [changed, ...rest] }, before)
  t.same(costOf(after, '1'), atOnce(-4_00))
  t.same(costOf(before, '1'), atOnce(-3_50))
  t.equal(groupIn(after, 'demo\\netting'), groupIn(before, 'demo\\netting'))
})

import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { holdPosition } from '../../../../engine/account/holdings/hold-position.js'
import {
  type PendingLegs,
  type PendingTerms,
  withPending,
} from '../../../../engine/account/holdings/pending-legs.js'
import {
  accountMargin,
  type MarginHolder,
  marginAfterOpening,
  marginAfterPlacing,
  reservedMargin,
} from '../../../../engine/account/money/margin.js'
import { Reserves } from '../../../../engine/account/money/reserves.js'
import { compileBook } from '../../../../engine/book/book.js'
import type { PendingKind } from '../../../../engine/book/symbol-factors.js'
import { NO_RECORDS } from '../../../../engine/config/book-records.js'
import type { LeverageRule } from '../../../../engine/config/records/leverage-profile.js'
import type { MarginRateRecord, SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { textFromScaled, trimmedTextFromScaled } from '../../../../engine/numbers/decimal.js'
import { RATE_DIGITS } from '../../../../engine/units.js'
import {
  EURUSD,
  groupIn,
  HEDGING,
  HEDGING_GROUP,
  leverageProfile,
  tierRule,
} from '../../../given/book.js'
import { NO_PRICES } from '../../../given/prices.js'
import {
  accountHolding,
  positionOf,
  type RandomPosition,
  randomPositions,
  randomSymbols,
} from '../../arbitraries.js'
import { type OracleHeld, type OracleSymbol, tieredMarginOf } from './tier-oracle.js'

/** `TIER_CASES=100000 node dist/test/engine/account/money/margin-tiers-property.test.js` for a long run. */
const CASES = Number(process.env['TIER_CASES'] ?? 200)

const PENDING: readonly PendingKind[] = [
  'buy_limit',
  'sell_limit',
  'buy_stop',
  'sell_stop',
  'buy_stop_limit',
  'sell_stop_limit',
]
const BASES = ['volume', 'volume_per_symbol', 'value', 'value_per_symbol'] as const
const NAMES = ['AAA', 'BBB', 'CCC'] as const
const DEPOSIT = 'USD'

const tierRates = fc.constantFrom(
  '0',
  '1',
  '1',
  '0.5',
  '2',
  '1.15',
  '0.333333',
  '999999',
  '0.000001',
)
const borders = fc.oneof(
  fc.integer({ min: 1, max: 500 }).map(String),
  fc.integer({ min: 1, max: 1_000_000_000 }).map((n) => trimmedTextFromScaled(n, 8)),
  fc.integer({ min: 1, max: 90_000_000 }).map(String),
)
const tiers = fc
  .tuple(
    fc.uniqueArray(borders, { maxLength: 5 }),
    fc.array(fc.tuple(tierRates, tierRates), { minLength: 6, maxLength: 6 }),
  )
  .map(([tos, rates]) => {
    const ends = [...tos.toSorted((a, b) => Number(a) - Number(b)), '0']
    return ends.map((to, i) => [to, ...(rates[i] ?? ['1', '1'])] as const)
  })

/** A rule is for some of the names, as a list, or as all but the others. */
const rules = fc.array(
  fc
    .tuple(
      fc.subarray([...NAMES], { minLength: 1 }),
      fc.boolean(),
      fc.constantFrom(...BASES),
      tiers,
      fc.constantFrom('', DEPOSIT, 'EUR', 'GBP'),
    )
    .map(([names, byExclusion, basis, given, currency]) => {
      const others = NAMES.filter((name) => !names.includes(name)).map((name) => `!${name}`)
      const mask = byExclusion ? ['Given\\*', ...others].join(',') : names.join(',')
      const rule = tierRule(mask, basis, given, basis.startsWith('value') ? currency : '')
      return { names, rule }
    }),
  { maxLength: 3 },
)

const multiplier = fc.constantFrom('0', '1', '1.15', '2')
const pendingRates: fc.Arbitrary<MarginRateRecord[]> = fc
  .subarray([...PENDING])
  .chain((kinds) =>
    fc.tuple(
      ...kinds.map((kind) =>
        fc.record({ kind: fc.constant(kind), initial: multiplier, maintenance: multiplier }),
      ),
    ),
  )

/** Many lots at many points: sums far beyond 2^53. */
const hugePositions = fc
  .tuple(randomPositions, fc.integer({ min: 1, max: 4 }))
  .map(([position, power]) => ({ ...position, volume: position.volume * 10 ** power + 1 }))
const entries = fc.oneof({ weight: 3, arbitrary: randomPositions }, hugePositions)

const symbols = fc.record({
  random: randomSymbols,
  currency: fc.constantFrom('EUR', DEPOSIT),
  rates: pendingRates,
  positions: fc.array(entries, { maxLength: 4 }),
  pending: fc.array(fc.tuple(fc.constantFrom(...PENDING), entries), { maxLength: 3 }),
})

const cases = fc.record({
  symbols: fc.tuple(symbols, symbols, symbols),
  rules,
  netting: fc.boolean(),
  hasPending: fc.boolean(),
  leverage: fc.constantFrom(1, 3, 30, 50, 100, 500, 777),
  digits: fc.constantFrom(0, 2, 2, 3, 8),
  order: entries,
  placed: fc.constantFrom(...PENDING),
  pairs: fc.array(fc.tuple(fc.integer({ min: 1, max: 500_000 }), fc.nat(1_000)), {
    minLength: 3,
    maxLength: 3,
  }),
})
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never

/** The pairs that values may need: euros and dollars in pounds, dollars in euros. */
const PAIRS = [
  ['EUR', 'GBP'],
  ['USD', 'GBP'],
  ['USD', 'EUR'],
] as const

function bookOf(given: Case) {
  const records = given.symbols.map(({ random, currency, rates }, i): SymbolRecord => {
    const name = NAMES[i] ?? ''
    const margin_rates = [...(random.change.margin_rates ?? []), ...rates]
    // Not a pair: what converts must be the three below.
    const currencies = { base_currency: 'XXX', profit_currency: 'XXX', margin_currency: currency }
    return {
      ...EURUSD,
      ...random.change,
      ...currencies,
      margin_rates,
      id: i + 1,
      path: `Given\\${name}`,
    }
  })
  const pairs = PAIRS.map(([base, profit], i): SymbolRecord => {
    const currencies = { base_currency: base, profit_currency: profit, margin_currency: base }
    return { ...EURUSD, ...currencies, id: i + 11, path: `Pairs\\${base}${profit}` }
  })
  const group = {
    ...HEDGING_GROUP,
    leverage: given.leverage,
    currency_digits: given.digits,
    margin_mode: given.netting ? ('netting' as const) : ('hedging' as const),
    leverage_profile_id: 1,
  }
  const prices = {
    quote(id: number) {
      const [bid, spread] = given.pairs[id - 11] ?? [0, 0]
      return id < 11 ? undefined : { bid, ask: bid + spread, at: 0 }
    },
  }
  const leverage_profiles = [leverageProfile(...given.rules.map(({ rule }) => rule))]
  const book = compileBook({
    ...NO_RECORDS,
    symbols: [...records, ...pairs],
    groups: [group],
    leverage_profiles,
  })
  return { book, prices, records }
}

/** A netting account holds one position of a symbol. */
function heldIn(given: Case, symbol: Case['symbols'][number]): readonly RandomPosition[] {
  return given.netting ? symbol.positions.slice(0, 1) : symbol.positions
}

function entry(position: RandomPosition, digits: number): OracleHeld {
  return {
    side: position.side,
    volume: textFromScaled(position.volume, 8),
    price: textFromScaled(position.price, digits),
    rate: trimmedTextFromScaled(position.rate, RATE_DIGITS),
  }
}

function termsOf(kind: PendingKind, { volume, price, rate }: RandomPosition): PendingTerms {
  return { kind, volume, price, rateMargin: rate }
}

function oracleOf(given: Case, records: readonly SymbolRecord[], i: number): OracleSymbol {
  const symbol = given.symbols[i]
  const record = records[i]
  if (symbol === undefined || record === undefined) throw new Error('three symbols')
  const first = given.rules.find(({ names }) => names.some((name) => name === NAMES[i]))
  const rule: LeverageRule | undefined = first?.rule
  const pair = PAIRS.findIndex(
    ([base, profit]) => base === record.margin_currency && profit === rule?.currency,
  )
  const [bid, spread] = given.pairs[pair] ?? [0, 0]
  return {
    record,
    positions: heldIn(given, symbol).map((position) => entry(position, record.digits)),
    pending: given.hasPending
      ? symbol.pending.map(([kind, position]) => ({ kind, ...entry(position, record.digits) }))
      : [],
    rule,
    now:
      pair < 0 ? undefined : { bid: textFromScaled(bid, 5), ask: textFromScaled(bid + spread, 5) },
  }
}

function holderOf(given: Case, book: ReturnType<typeof bookOf>['book']): MarginHolder {
  const account = accountHolding(book, [], 0)
  let id = 0
  const pending = new Map<number, PendingLegs>()
  given.symbols.forEach((symbol, i) => {
    for (const position of heldIn(given, symbol))
      holdPosition(account, positionOf(position, ++id, i + 1))
    const legs = symbol.pending.reduce<PendingLegs>(
      (sum, [kind, position]) => withPending(sum, termsOf(kind, position)),
      [],
    )
    if (legs.length > 0) pending.set(i + 1, legs)
  })
  return given.hasPending ? { ...account, pending } : account
}

t.test('property: margin by tiers is decimal arithmetic over positions and orders', (t) => {
  let compared = 0
  fc.assert(
    fc.property(cases, (given) => {
      const { book, prices, records } = bookOf(given)
      const group = groupIn(book, HEDGING)
      const terms = {
        netting: given.netting,
        leverage: given.leverage,
        digits: given.digits,
        currency: DEPOSIT,
      }
      const account = holderOf(given, book)
      const [first, ...others] = records.map((_, i) => oracleOf(given, records, i))
      const [symbol] = [...book.symbolsById.values()]
      if (first === undefined || symbol === undefined) throw new Error('three symbols')
      const added = entry(given.order, symbol.digits)
      const order = { kind: given.placed, ...added }
      const [margin, opening, placing] = [
        first,
        { ...first, order: added },
        { ...first, pending: [...first.pending, order] },
      ].map((changed) => tieredMarginOf([changed, ...others], terms))
      if (![margin, opening, placing].every(Number.isSafeInteger)) return
      compared++
      equal(accountMargin(account, book, group, prices), margin)
      const { side, volume, price, rate: rateMargin } = given.order
      equal(
        marginAfterOpening(account, book, group, prices, {
          symbol,
          side,
          volume,
          price,
          rateMargin,
        }),
        opening,
      )
      const placed = termsOf(given.placed, given.order)
      equal(marginAfterPlacing(account, book, group, prices, 1, placed), placing)
      const pending = new Map(account.pending).set(
        1,
        withPending(account.pending?.get(1) ?? [], placed),
      )
      const reserved = reservedMargin({ ...account, pending }, book, group, prices, 1, placed)
      equal(reserved, (placing ?? 0) - (margin ?? 0))
      const reserves = new Reserves({ ...account, pending }, book, group, prices)
      equal(reserves.of(1, placed), reserved)
    }),
    { numRuns: CASES },
  )
  t.ok(compared > CASES / 2, 'most come to amounts that can be')
  t.end()
})

t.test(
  'property: where a double has few digits to spare, it leaves the half to the integers',
  (t) => {
    const rules = [
      tierRule('*', 'value', [
        ['1000000', '0.777777', '1'],
        ['50000000000', '1.333333', '1'],
        ['0', '1.999999', '1'],
      ]),
    ]
    const record: SymbolRecord = { ...EURUSD, path: 'Given\\AAA' }
    const group = { ...HEDGING_GROUP, leverage: 2, leverage_profile_id: 1 }
    const leverage_profiles = [leverageProfile(...rules)]
    const book = compileBook({
      ...NO_RECORDS,
      symbols: [record],
      groups: [group],
      leverage_profiles,
    })
    const terms = { netting: false, leverage: 2, digits: 2, currency: DEPOSIT }
    const volumes = fc.integer({ min: 70_000_000_000_000, max: 90_000_000_000_000 })
    const rates = fc.bigInt({ min: 4_000_000_000_000n, max: 6_000_000_000_000n })
    fc.assert(
      fc.property(volumes, rates, (volume, rate) => {
        const position = { side: 1, volume, price: 120_000, rate, swap: 0 } as const
        const [symbol] = [...book.symbolsById.values()]
        if (symbol === undefined) throw new Error('one symbol')
        const order = { symbol, side: 1, volume, price: 120_000, rateMargin: rate } as const
        const account = accountHolding(book, [], 0)
        const oracle = { record, positions: [], pending: [], rule: rules[0], now: undefined }
        const expected = tieredMarginOf([{ ...oracle, order: entry(position, 5) }], terms)
        equal(marginAfterOpening(account, book, groupIn(book), NO_PRICES, order), expected)
      }),
      { numRuns: Math.max(CASES, 300) },
    )
    t.end()
  },
)

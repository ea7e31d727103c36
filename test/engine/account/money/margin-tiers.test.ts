import t from 'tap'
import { decideTrade } from '../../../../engine/account/decide/decide.js'
import {
  type PendingLegs,
  type PendingTerms,
  pendingKind,
  withoutPending,
  withPending,
} from '../../../../engine/account/holdings/pending-legs.js'
import {
  accountDrift,
  accountMargin,
  marginAfterOpening,
  marginAfterPlacing,
  reservedMargin,
} from '../../../../engine/account/money/margin.js'
import { moneyOf } from '../../../../engine/account/money/money.js'
import { Offers } from '../../../../engine/account/rules/offers.js'
import { compileBook } from '../../../../engine/book/book.js'
import type { Book } from '../../../../engine/book/compiled.js'
import { tierRuleOf } from '../../../../engine/book/leverage-tiers.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import type {
  LeverageProfileRecord,
  LeverageRule,
} from '../../../../engine/config/records/leverage-profile.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { type GivenPosition, givenAccount } from '../../../given/account.js'
import {
  type BookChanges,
  type GivenTier,
  givenBook,
  groupIn,
  HEDGING,
  leverageProfile,
  NETTING,
  symbolIn,
  tierRule,
} from '../../../given/book.js'
import { PLAIN_OPEN } from '../../../given/plain.js'
import { GivenPrices, NO_PRICES } from '../../../given/prices.js'

const LOT = 100_000_000
const PICKED: Partial<GroupRecord> = { leverage_profile_id: 1 }

function tiered(rules: readonly LeverageRule[], changes: BookChanges = {}): Book {
  const groups = { [HEDGING]: PICKED, [NETTING]: PICKED }
  return givenBook({ groups, profiles: [leverageProfile(...rules)], ...changes })
}

/** 1 lot is 1,000.00 at 1:100 and rate 1. */
const BUY: GivenPosition = { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.20000' }
const POUND: GivenPosition = { ...BUY, symbol: 'GBPUSD' }
/** The first lot once, the second lot double, the rest fivefold. */
const STEPS: readonly GivenTier[] = [
  ['1', '1'],
  ['2', '2'],
  ['0', '5'],
]

function held(book: Book, ...positions: GivenPosition[]): number | undefined {
  return accountMargin(givenAccount(book, { positions }), book, groupIn(book), NO_PRICES)
}

function deciding(book: Book, prices = new GivenPrices(book)) {
  const ids = { nextOrderId: () => 1, nextDealId: () => 2 }
  return { book, prices, now: 0, offers: new Offers(), ...ids }
}

t.test('values are counted in yen as in dollars, however many there are', (t) => {
  const steps: readonly GivenTier[] = [
    ['1000000000', '1'],
    ['0', '2'],
  ]
  const book = tiered([tierRule('*', 'value', steps, 'JPY')])
  const lots = { symbol: 'USDJPY', side: 'buy', volume: '100', open: '150.000' } as const
  const account = givenAccount(book, { positions: [lots] })
  // 100,000.00 at 1:100; 1,500,100,000 yen, of which what is beyond the first thousand million counts double.
  const margin = accountMargin(account, book, groupIn(book), new GivenPrices(book))
  t.equal(margin, 133_337_78)
  t.end()
})

t.test('volume counts all symbols of a rule together, volume_per_symbol each for itself', (t) => {
  const together = tiered([tierRule('EURUSD,GBPUSD', 'volume', STEPS)])
  t.equal(held(together, BUY), 1000_00)
  t.equal(held(together, BUY, POUND), 3000_00, '2 lots at (1 + 2) / 2')
  t.equal(held(together, BUY, POUND, BUY), 8000_00, '3 lots at (1 + 2 + 5) / 3')
  const each = tiered([tierRule('EURUSD,GBPUSD', 'volume_per_symbol', STEPS)])
  t.equal(held(each, BUY, POUND), 2000_00)
  t.equal(held(each, BUY, POUND, BUY), 4000_00, '2 lots at 1.5 and one at 1')
  t.end()
})

t.test('the first rule whose mask covers a symbol is its rule, and counts it alone', (t) => {
  const book = tiered([
    tierRule('Forex\\*,!GBPUSD', 'volume', [['0', '2']]),
    tierRule('*', 'volume', STEPS),
  ])
  t.equal(held(book, BUY), 2000_00)
  t.equal(held(book, POUND), 1000_00, 'excluded by the first rule')
  t.equal(held(book, POUND, BUY, BUY), 5000_00, 'the second rule counts 1 lot')
  t.end()
})

t.test('plain leverage: no profile, one that is off, and no rule that covers the symbol', (t) => {
  const rule = tierRule('GBP*', 'volume', [['0', '9']])
  const profile = leverageProfile(rule)
  t.equal(held(tiered([rule]), BUY), 1000_00, 'no rule')
  t.equal(held(tiered([rule]), POUND), 9000_00)
  t.equal(held(tiered([rule], { profiles: [{ ...profile, enabled: false }] }), POUND), 1000_00)
  t.equal(held(tiered([]), POUND), 1000_00, 'no rules')
  t.equal(held(tiered([rule], { groups: {} }), POUND), 1000_00, 'not picked')
  t.end()
})

t.test('values are counted in the deposit currency by stored rates, and need no price', (t) => {
  const book = tiered([
    tierRule('*', 'value', [
      ['120000', '1'],
      ['0', '3'],
    ]),
  ])
  const [first, second] = [
    { ...BUY, rate: '1.2' },
    { ...BUY, rate: '1.2' },
  ]
  t.equal(held(book, first), 1200_00, '120,000 USD are within the first tier')
  t.equal(held(book, first, second), 4800_00, '240,000 USD at (1 + 3) / 2')
  const each = tiered([
    tierRule('*', 'value_per_symbol', [
      ['120000', '1'],
      ['0', '3'],
    ]),
  ])
  t.equal(held(each, first, { ...POUND, rate: '1.2' }), 2400_00)
  t.end()
})

t.test('values in the margin currency need no rate, in a third one the rate of now', (t) => {
  const euros = tiered([
    tierRule(
      'EURUSD',
      'value',
      [
        ['100000', '1'],
        ['0', '3'],
      ],
      'EUR',
    ),
  ])
  t.equal(held(euros, { ...BUY, rate: '1.5' }), 1500_00, '100,000 EUR whatever the rate')
  t.equal(held(euros, { ...BUY, rate: '1.5', volume: '2' }), 6000_00)
  const pounds = tiered([
    tierRule(
      'EURUSD',
      'value',
      [
        ['86660', '1'],
        ['0', '3'],
      ],
      'GBP',
    ),
  ])
  const margin = (side: 'buy' | 'sell', prices = new GivenPrices(pounds)) => {
    const account = givenAccount(pounds, { positions: [{ ...BUY, side }] })
    return accountMargin(account, pounds, groupIn(pounds), prices)
  }
  // 100,000 EUR are 86,670 GBP at the ask and 86,650 at the bid.
  t.equal(margin('sell'), 1000_00)
  t.equal(margin('buy'), 1000_23, '10 of 86,670 pounds at 3: 1 + 20 / 86,670')
  t.equal(margin('buy', new GivenPrices(pounds).remove('EURGBP')), undefined, 'no price')
  t.end()
})

t.test('what has no rule or is charged nothing is no part of what rates may move', (t) => {
  const rule = tierRule('EURUSD,XAUUSD', 'value', [['0', '3']], 'GBP')
  const margin_rates = [{ kind: 'buy', initial: '0', maintenance: '0' }] as const
  const book = tiered([rule], { symbols: { XAUUSD: { margin_rates } } })
  const drift = (...positions: GivenPosition[]) => {
    return accountDrift(givenAccount(book, { positions }), book, groupIn(book))
  }
  const free: GivenPosition = { ...BUY, symbol: 'XAUUSD' }
  const conversions = [{ from: 'EUR', to: 'GBP' }]
  t.same({ ...drift(BUY), perPart: 0 }, { perPart: 0, symbols: 1, conversions })
  t.equal(Math.round(drift(BUY)?.perPart ?? 0), 2 * 1000_00 * 3)
  t.same(drift(BUY, POUND, free), drift(BUY))
  t.equal(drift(POUND, free), undefined)
  t.end()
})

t.test('without a rate to count by the margin is unknown, and nothing opens or leaves', (t) => {
  const book = tiered([tierRule('EURUSD', 'value', [['0', '1']], 'CHF')])
  const prices = new GivenPrices(book)
  const account = givenAccount(book, { positions: [{ ...BUY, open: '1.17000' }] })
  t.equal(accountMargin(account, book, groupIn(book), prices), undefined)
  t.match(moneyOf(account, book, prices), {
    margin: null,
    profit: 0,
    equity: 10000_00,
    marginFree: null,
    marginLevel: null,
  })
  const context = deciding(book, prices)
  const open = { kind: 'open', symbol: 'GBPUSD', side: 1, volume: LOT } as const
  const request = { ...open, ...PLAIN_OPEN } as const
  t.match(decideTrade(context, account, request), { ok: false, code: 'trade.off_quotes' })
  const empty = givenAccount(book)
  t.match(decideTrade(context, empty, { ...request, symbol: 'EURUSD' }), {
    ok: false,
    code: 'trade.off_quotes',
    message: /A price needed to calculate the margin is missing/,
  })
  t.end()
})

t.test('what is charged counts: a hedge only where covered volume is charged', (t) => {
  const sell: GivenPosition = { ...BUY, side: 'sell' }
  const rules = [tierRule('*', 'volume', STEPS)]
  t.equal(held(tiered(rules), BUY, sell, POUND), 1000_00, 'free: the pound counts alone')
  const charged = tiered(rules, { symbols: { EURUSD: { margin_hedged: '100000' } } })
  t.equal(held(charged, BUY, sell, POUND), 3000_00, '1 covered lot and 1 pound')
  const free = tiered(rules, {
    symbols: { EURUSD: { margin_rates: [{ kind: 'buy', initial: '0', maintenance: '0' }] } },
  })
  t.equal(held(free, BUY, POUND), 1000_00, 'a margin rate of 0 charges nothing')
  t.end()
})

t.test('a side alone covers nothing: what covered volume is charged needs no rate', (t) => {
  const rules = [tierRule('*', 'value', [['0', '1']], 'CHF')]
  const margin_rates = [{ kind: 'buy', initial: '0', maintenance: '0' }] as const
  const book = tiered(rules, { symbols: { EURUSD: { margin_rates, margin_hedged: '100000' } } })
  t.equal(held(book, BUY), 0, 'nothing is charged')
  t.equal(held(book, BUY, { ...BUY, side: 'sell' }), undefined, 'there is no rate of francs')
  const free = tiered(rules)
  t.equal(held(free, BUY, { ...BUY, side: 'sell' }), 0, 'nor does what is covered whole')
  t.equal(held(free, BUY), undefined)
  t.end()
})

t.test('half a cent is rounded up, also where doubles are a little below it', (t) => {
  const book = tiered([tierRule('*', 'volume', [['0', '1.1']])])
  for (const [volume, cents] of [
    ['0.00114', 125],
    ['0.00115', 127],
    ['0.03305', 3636],
    ['0.06735', 7409],
  ] as const) {
    t.equal(held(book, { ...BUY, volume }), cents, `${volume} lots at 1,100.00`)
  }
  t.end()
})

t.test(
  'orders take the initial rate, what is held maintenance, or initial where that is 0',
  (t) => {
    const opening = (tiers: readonly GivenTier[]) => {
      const book = tiered([tierRule('*', 'volume', tiers)])
      const account = givenAccount(book, { positions: [BUY] })
      const [group, symbol] = [groupIn(book), symbolIn(book, 'GBPUSD')]
      const order = { symbol, side: 1, volume: LOT, price: 135_000, rateMargin: RATE_ONE } as const
      return [
        accountMargin(account, book, group, NO_PRICES),
        marginAfterOpening(account, book, group, NO_PRICES, order),
      ]
    }
    t.same(opening([['0', '3', '2']]), [2000_00, 5000_00])
    t.same(opening([['0', '3', '0']]), [3000_00, 6000_00])
    t.same(
      opening([
        ['1', '1', '1'],
        ['0', '3', '2'],
      ]),
      [1000_00, 3500_00],
      'the order moves the total for what is held as well: 1.5 and 2',
    )
    t.end()
  },
)

t.test('a price below zero counts by its size', (t) => {
  const book = tiered([
    tierRule('XAUUSD', 'value', [
      ['100', '1'],
      ['0', '3'],
    ]),
  ])
  t.equal(held(book, { ...BUY, symbol: 'XAUUSD', open: '-2.00' }), -4_00, '200 at (1 + 3) / 2')
  t.end()
})

t.test('more margin than an amount can be is as much as one can be, and nobody has it', (t) => {
  const book = tiered([tierRule('*', 'volume', [['0', '999999']])], {
    symbols: { EURUSD: { contract_size: '100000000000', volume_max: '1000' } },
  })
  const most = Number.MAX_SAFE_INTEGER
  t.equal(held(book, { ...BUY, volume: '900' }, POUND), most)
  const account = givenAccount(book)
  const context = deciding(book)
  const open = { kind: 'open', symbol: 'EURUSD', side: 1, volume: 900 * LOT } as const
  const request = { ...open, ...PLAIN_OPEN } as const
  t.match(decideTrade(context, account, request), { ok: false, code: 'trade.no_money' })
  t.end()
})

t.test('one change compiles what it changed: a profile, and the groups that pick it', (t) => {
  const profile = leverageProfile(tierRule('*', 'volume', [['0', '2']]))
  const book = givenBook({ groups: { [HEDGING]: PICKED }, profiles: [profile] })
  const change = (profiles: LeverageProfileRecord[]) =>
    compileBook({ ...book.records, leverage_profiles: profiles }, book)
  const symbol = symbolIn(book, 'EURUSD')
  const { tiers } = groupIn(book)
  if (tiers === undefined) return t.fail('the group has tiers')
  t.equal(tierRuleOf(tiers, symbol), tierRuleOf(tiers, symbol))
  const other = { ...profile, id: 2, name: 'another' }
  const added = change([profile, other])
  t.equal(groupIn(added), groupIn(book), 'another profile changes nothing')
  const later = change([leverageProfile(tierRule('*', 'volume', [['0', '3']]))])
  t.not(groupIn(later), groupIn(book))
  t.equal(groupIn(later, NETTING), groupIn(book, NETTING))
  t.same([held(book, BUY), held(later, BUY)], [2000_00, 3000_00])
  t.equal(groupIn(change([])).tiers, undefined)
  t.end()
})

const LIMIT: PendingTerms = { kind: 'buy_limit', volume: LOT, price: 110_000, rateMargin: RATE_ONE }

function ordered(book: Book, positions: GivenPosition[], ...orders: PendingTerms[]) {
  const account = givenAccount(book, { positions })
  return { ...account, pending: new Map([[1, orders.reduce<PendingLegs>(withPending, [])]]) }
}

t.test('a reserve is unknown while the margin with it is', (t) => {
  const book = tiered([tierRule('EURUSD', 'value', [['0', '1']], 'CHF')])
  const account = ordered(book, [POUND], LIMIT)
  t.equal(reservedMargin(account, book, groupIn(book), NO_PRICES, 1, LIMIT), undefined)
  t.end()
})

t.test('each kind of pending order has its own rate, or its market order’s', (t) => {
  const book = givenBook({
    symbols: {
      EURUSD: {
        margin_rates: [
          { kind: 'buy', initial: '1.5', maintenance: '1' },
          { kind: 'buy_limit', initial: '0.5', maintenance: '7' },
          { kind: 'sell_stop', initial: '0', maintenance: '7' },
        ],
      },
    },
  })
  const margin = (...orders: PendingTerms[]) =>
    accountMargin(ordered(book, [], ...orders), book, groupIn(book), NO_PRICES)
  t.equal(margin(LIMIT), 500_00)
  t.equal(margin({ ...LIMIT, kind: 'buy_stop' }), 1500_00, 'as a buy')
  t.equal(margin({ ...LIMIT, kind: 'sell_limit' }), 1000_00, 'as a sell, which has none: 1')
  t.equal(margin({ ...LIMIT, kind: 'sell_stop' }), 0)
  t.equal(margin(LIMIT, LIMIT, { ...LIMIT, kind: 'buy_stop' }), 2500_00)
  t.end()
})

t.test('hedging accounts add every order, netting ones set limits against the position', (t) => {
  const book = givenBook()
  const sell = (lots: number): PendingTerms => ({
    ...LIMIT,
    kind: 'sell_limit',
    volume: lots * LOT,
  })
  const margin = (path: string, position: GivenPosition[], ...orders: PendingTerms[]) =>
    accountMargin(ordered(book, position, ...orders), book, groupIn(book, path), NO_PRICES)
  t.equal(margin(HEDGING, [BUY], sell(1), LIMIT), 3000_00)
  t.equal(margin(NETTING, [BUY], sell(1)), 1000_00, 'what closes needs no more')
  t.equal(margin(NETTING, [BUY], sell(3)), 3000_00, 'what reverses needs its own, if larger')
  t.equal(margin(NETTING, [BUY], LIMIT, sell(1)), 2000_00, 'the same side adds up')
  t.equal(margin(NETTING, [], LIMIT, sell(2)), 2000_00, 'the larger side')
  const stop: PendingTerms = { ...LIMIT, kind: 'sell_stop' }
  t.equal(margin(NETTING, [BUY], sell(1), stop), 2000_00, 'stops are always added')
  const short: GivenPosition = { ...BUY, side: 'sell' }
  t.equal(margin(NETTING, [short], sell(1)), 2000_00, 'a sell adds to what is sold')
  t.equal(margin(NETTING, [short], LIMIT), 1000_00)
  t.equal(margin(NETTING, [short], LIMIT, LIMIT, LIMIT), 3000_00)
  t.end()
})

t.test('of a netting account’s two sides the dearer counts, not the one of more volume', (t) => {
  const margin_rates = [{ kind: 'sell_limit', initial: '0.3', maintenance: '1' }] as const
  const book = givenBook({ symbols: { EURUSD: { margin_rates } } })
  const margin = (lots: number): number | undefined => {
    const order: PendingTerms = { ...LIMIT, kind: 'sell_limit', volume: lots * LOT }
    return accountMargin(ordered(book, [BUY], order), book, groupIn(book, NETTING), NO_PRICES)
  }
  t.equal(margin(3), 1000_00, '3 lots at 300.00')
  t.equal(margin(4), 1200_00)
  t.end()
})

t.test('an order reserves what the margin would be less without it', (t) => {
  const book = givenBook()
  const [hedging, netting] = [groupIn(book), groupIn(book, NETTING)]
  const sell: PendingTerms = { ...LIMIT, kind: 'sell_limit' }
  const account = ordered(book, [BUY], LIMIT, sell)
  t.equal(reservedMargin(account, book, hedging, NO_PRICES, 1, sell), 1000_00)
  t.equal(reservedMargin(account, book, netting, NO_PRICES, 1, sell), 0)
  t.equal(marginAfterPlacing(account, book, hedging, NO_PRICES, 3, LIMIT), 4000_00)
  t.equal(accountMargin(account, book, hedging, NO_PRICES), 3000_00, 'nothing was changed')
  t.end()
})

t.test('pending legs give back exactly what they took', (t) => {
  t.equal(pendingKind(-1, 'stop_limit'), 'sell_stop_limit')
  const odd: PendingTerms = { ...LIMIT, volume: 7, price: 3, rateMargin: 11n }
  const legs = withPending(withPending([], LIMIT), odd)
  t.match(legs, [{ kind: 'buy_limit', count: 2, volume: LOT + 7 }])
  t.same(withoutPending(legs, odd), withPending([], LIMIT))
  t.same(withoutPending(withoutPending(legs, LIMIT), odd), [])
  t.throws(() => withoutPending([], LIMIT))
  t.end()
})

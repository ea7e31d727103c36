import t from 'tap'
import type { AccountEvent } from '../../../../engine/account/event.js'
import { compensationDeal } from '../../../../engine/account/money/compensation.js'
import {
  checkMoney,
  checkWorth,
  fittingSwap,
  isNear,
  mayHold,
  worthOf,
} from '../../../../engine/account/money/money-bounds.js'
import { MONEY_MAX, PRICE_FACTOR_MAX, SWAP_MAX } from '../../../../engine/limits/trading.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { givenAccount } from '../../../given/account.js'
import { givenBook, groupIn, HEDGING, symbolIn } from '../../../given/book.js'
import { GivenPrices } from '../../../given/prices.js'

const LOT = 100_000_000

t.test('B1: balance, credit and commissions that are due come to so much by their sizes', (t) => {
  const before = { balance: 0, credit: 0, commissionDue: 0 }
  for (const [balance, credit, commissionDue] of [
    [MONEY_MAX, 0, 0],
    [0, MONEY_MAX, 0],
    [0, 0, -MONEY_MAX],
    [-MONEY_MAX + 3, 1, -2],
  ] as const) {
    t.ok(mayHold(before, { balance, credit, commissionDue }))
    t.notOk(mayHold(before, { balance, credit, commissionDue: commissionDue - 1 }))
    t.notOk(mayHold(before, { balance, credit: credit + 1, commissionDue }))
    t.notOk(
      mayHold(before, { balance: balance < 0 ? balance - 1 : balance + 1, credit, commissionDue }),
    )
  }
  const much = { balance: MONEY_MAX, credit: 9, commissionDue: -9 }
  t.ok(mayHold(much, { ...much, balance: -MONEY_MAX }), 'as much, otherwise')
  t.ok(mayHold(much, { ...much, credit: 8 }), 'and what brings it back')
  t.notOk(mayHold(much, { ...much, credit: 10 }))
  t.end()
})

t.test('B1: every part of a deal that comes to the account counts', (t) => {
  const account = { balance: MONEY_MAX - 100, credit: 60, commissionDue: 30 }
  const deal = compensationDeal(1, 0, 'system', 0)
  const refusal = because('trade.rejected.too_much_money')
  t.equal(checkMoney(account, []), undefined)
  const mark = { type: 'day_mark' } as unknown as AccountEvent
  t.equal(checkMoney(account, [mark, { ...deal, profit: 10 }, mark]), undefined, 'no deal')
  for (const field of ['profit', 'swap', 'commission', 'fee', 'credit', 'commissionDue'] as const) {
    t.equal(checkMoney(account, [{ ...deal, [field]: 10 }]), undefined, field)
    t.same(checkMoney(account, [{ ...deal, [field]: 11 }]), refusal, field)
    t.same(
      checkMoney(account, [
        { ...deal, [field]: 5 },
        { ...deal, [field]: 6 },
      ]),
      refusal,
      field,
    )
  }
  const more = { ...account, balance: MONEY_MAX + 10 }
  t.equal(checkMoney(more, [{ ...deal, profit: -1 }]), undefined)
  t.same(checkMoney(more, [{ ...deal, profit: 1 }]), refusal)
  t.end()
})

t.test('B2: what is held of a symbol, either side, counts with what is added', (t) => {
  const book = givenBook({ symbols: { EURUSD: { contract_size: '1000000000' } } })
  const [group, symbol] = [groupIn(book), symbolIn(book, 'EURUSD')]
  const context = { book, prices: new GivenPrices(book) }
  const account = givenAccount(book, {
    positions: [
      { symbol: 'EURUSD', side: 'buy', volume: '9000', open: '1.17000' },
      { symbol: 'EURUSD', side: 'sell', volume: '600', open: '1.17000' },
      { symbol: 'GBPUSD', side: 'buy', volume: '9000', open: '1.35000' },
    ],
  })
  // 2^50 cents are 9,623.076… lots of a billion at 1.17000.
  t.equal(checkWorth(context, account, group, symbol, 23.07 * LOT, 117_000), undefined)
  t.same(checkWorth(context, account, group, symbol, 50.5 * LOT, 117_000), {
    ...because('trade.limit_volume.worth', {
      volume: '9650.5',
      symbol: 'EURUSD',
      max: '11258999068426.24',
      currency: 'USD',
    }),

    numbers: { min: '0.01', max: '23.07612686', step: '0.01', nearest: '23.07' },
  })
  t.end()
})

t.test(
  'what volume is worth is converted at the rate of a loss, and is nothing without one',
  (t) => {
    const book = givenBook({ groups: { yen: { currency: 'JPY', currency_digits: 0 } } })
    const prices = new GivenPrices(book)
    const worth = (group: string, name: string, price: number): number => {
      const symbol = symbolIn(book, name)
      return Math.round(worthOf({ book, prices }, groupIn(book, group), symbol, LOT, price))
    }
    t.equal(worth(HEDGING, 'EURUSD', 117_000), 117_000_00)
    t.equal(worth(HEDGING, 'EURGBP', 86_650), 116_994_83, '86,650 pounds at 1.35020')
    t.equal(worth('yen', 'EURUSD', 117_000), 17_551_170, '117,000 dollars at 150.010')
    prices.remove('GBPUSD')
    t.equal(worth(HEDGING, 'EURGBP', 86_650), 0)
    t.end()
  },
)

t.test('B2: what is worth the most is held', (t) => {
  const symbols = { EURUSD: { digits: 0, contract_size: String(2 ** 25) } }
  const book = givenBook({ symbols, groups: { whole: { currency_digits: 0 } } })
  const [group, symbol] = [groupIn(book, 'whole'), symbolIn(book, 'EURUSD')]
  const context = { book, prices: new GivenPrices(book, {}) }
  const told = (price: number): boolean => {
    return checkWorth(context, givenAccount(book), group, symbol, LOT, price) === undefined
  }
  t.same([told(2 ** 25), told(2 ** 25 + 1)], [true, false])
  t.end()
})

t.test('B3: of a night’s swap so much is added as there is room for', (t) => {
  for (const [size, held, swap, fits] of [
    [SWAP_MAX - 10, 0, 3, 3],
    [SWAP_MAX - 10, 0, -3, -3],
    [SWAP_MAX - 100, 50, 40, 40],
    [SWAP_MAX - 100, -50, -40, -40],
    [SWAP_MAX - 10, 0, 10, 10],
    [SWAP_MAX - 10, 0, 11, 10],
    [SWAP_MAX - 10, 0, -11, -10],
    [SWAP_MAX - 10, 5, 10, 10],
    [SWAP_MAX - 10, 5, 11, 10],
    [SWAP_MAX - 10, -5, -11, -10],
    [SWAP_MAX - 10, 5, -20, -20],
    [SWAP_MAX - 10, 5, -21, -20],
    [SWAP_MAX, 5, 1, 0],
    [SWAP_MAX, 5, 0, 0],
    [SWAP_MAX + 7, -5, 0, 0],
    [SWAP_MAX, 5, -10, -10],
    [SWAP_MAX, 5, -11, -10],
    [SWAP_MAX + 7, 5, 1, 0],
  ] as const) {
    t.equal(fittingSwap(size, held, swap), fits, `${swap} to ${held} of ${size - SWAP_MAX}`)
  }
  t.end()
})

t.test('B4: a price is near the market within a factor, above and below', (t) => {
  t.equal(PRICE_FACTOR_MAX, 100)
  const prices = [-1, 0, 9, 10, 100_000, 100_001]
  t.same(
    prices.map((price) => isNear(price, 1_000)),
    [false, false, false, true, true, false],
  )
  t.equal(isNear(0, 0), false)
  t.end()
})

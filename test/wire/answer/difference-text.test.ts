import t from 'tap'
import type { AccountDifference } from '../../../engine/account/audit/audit.js'
import { RATE_ONE } from '../../../engine/units.js'
import { differenceText } from '../../../wire/answer/difference-text.js'

const facts = {
  moneyDigits: 2,
  symbol: (id: number) =>
    id === 1
      ? { name: 'EURUSD', digits: 5, contractSize: '100000' }
      : { name: 'XAUUSD', digits: 2, contractSize: '100' },
}
const row = { symbolId: 1, side: -1, volume: 1e7, priceOpen: 110_010, profit: 0 }
const deposit = { symbolId: 0, side: 0, volume: 0, price: 0, action: 'deposit', profit: 1_00 }

type Case = readonly [
  of: AccountDifference['of'],
  field: string,
  stored: unknown,
  computed: unknown,
  means: readonly [field: string, stored: string | null, computed: string | null],
]

// The texts that staff read of each kind of field.
const CASES: readonly Case[] = [
  ['money', 'balance', 5, -1234, ['balance', '0.05', '-12.34']],
  ['money', 'commissionDue', 0, -7, ['commission', '0.00', '-0.07']],
  ['money', 'balancePrevDay', 1, 0, ['balance_prev_day', '0.01', '0.00']],
  ['position', 'volume', 1e8, 1.5e7, ['positions.7.volume', '1', '0.15']],
  ['position', 'priceOpen', 110_000, 1, ['positions.7.price_open', '1.10000', '0.00001']],
  ['position', 'side', 1, -1, ['positions.7.side', 'buy', 'sell']],
  ['position', 'symbolId', 2, 1, ['positions.7.symbol', 'XAUUSD', 'EURUSD']],
  ['position', 'rateMargin', RATE_ONE, 0n, ['positions.7.rate_margin', '1', '0']],
  [
    'position',
    'openedAt',
    0,
    1e16,
    ['positions.7.opened_at', '1970-01-01T00:00:00.000Z', '10000000000000000'],
  ],
  ['position', 'openRest', 3, 0, ['positions.7.open_rest', '3', '0']],
  ['position', 'comment', 'a', '', ['positions.7.comment', 'a', '']],
  ['position', '', undefined, row, ['positions.7', null, 'sell 0.1 EURUSD at 1.10010']],
  ['deal', '', undefined, deposit, ['deals.7', null, 'deposit 1.00']],
  ['deal', 'symbolId', 0, 1, ['deals.7.symbol', '', 'EURUSD']],
  ['deal', 'side', 0, 1, ['deals.7.side', '', 'buy']],
]

t.test('a difference in words', (t) => {
  for (const [of, field, stored, computed, [name, before, after]] of CASES) {
    const about = { of, id: 7, symbolId: 1, field, stored, computed }
    const means = { stored: before, computed: after }
    t.same(differenceText({ ...about, isShown: false }, facts), { field: name, ...means })
    const shown = of === 'deal' ? name : `tables.${name}`
    t.same(differenceText({ ...about, isShown: true }, facts), { field: shown, ...means })
  }
  t.end()
})

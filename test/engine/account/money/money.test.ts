import t from 'tap'
import { type Money, moneyOf } from '../../../../engine/account/money/money.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import { type GivenAccount, givenAccount } from '../../../given/account.js'
import { givenBook, HEDGING } from '../../../given/book.js'
import { GivenPrices } from '../../../given/prices.js'

function money(given: GivenAccount, group: Partial<GroupRecord> = {}, without?: string): Money {
  const book = givenBook({ groups: { [HEDGING]: group } })
  const prices = new GivenPrices(book)
  if (without !== undefined) prices.remove(without)
  return moneyOf(givenAccount(book, given), book, prices)
}

const BUY = { symbol: 'EURUSD', side: 'buy', volume: '1', rate: '1.17' } as const
const WINNING = { positions: [{ ...BUY, open: '1.16900', swap: '-3.50' }] }
const LOSING = { positions: [{ ...BUY, open: '1.17100', swap: '-3.50' }] }

t.test('an account without positions has its balance and credit free and no level', (t) => {
  t.same(money({ balance: '250.10', credit: '50' }), {
    balance: 250_10,
    credit: 50_00,
    swap: 0,
    commission: 0,
    margin: 0,
    profit: 0,
    equity: 300_10,
    marginFree: 300_10,
    marginLevel: null,
  })
  t.end()
})

t.test(
  'equity is balance, credit, floating profit and swap; the level is equity over margin',
  (t) => {
    t.same(money({ balance: '10000', credit: '500', ...WINNING }), {
      balance: 10000_00,
      credit: 500_00,
      swap: -3_50,
      commission: 0,
      margin: 1170_00,
      profit: 100_00,
      equity: 10596_50,
      marginFree: 9426_50,
      marginLevel: 905_68, // 905.683…
    })
    t.end()
  },
)

t.test('the group decides how the floating result and the credit count in free margin', (t) => {
  const rows: [GroupRecord['free_margin_mode'], number, number][] = [
    ['use_all', 9426_50, 9226_50],
    ['use_profit', 9426_50, 9330_00],
    ['use_loss', 9330_00, 9226_50],
    ['balance_only', 9330_00, 9330_00],
  ]
  const own = { balance: '10000', credit: '500' }
  for (const [mode, winning, losing] of rows) {
    const group = { free_margin_mode: mode }
    t.equal(money({ ...own, ...WINNING }, group).marginFree, winning, `${mode}, gaining`)
    t.equal(money({ ...own, ...LOSING }, group).marginFree, losing, `${mode}, losing`)
    const without = money({ ...own, ...LOSING }, { ...group, use_credit: false })
    t.equal(without.marginFree, losing - 500_00, `${mode} without credit`)
    t.equal(without.equity, 10396_50, 'credit is in the equity all the same')
  }
  t.end()
})

t.test('without a price what depends on it is null and the rest stands', (t) => {
  t.same(money({ balance: '10000', ...WINNING }, {}, 'EURUSD'), {
    balance: 10000_00,
    credit: 0,
    swap: -3_50,
    commission: 0,
    margin: 1170_00,
    profit: null,
    equity: null,
    marginFree: null,
    marginLevel: null,
  })
  t.end()
})

t.test('a level can be negative, and rounds away from zero', (t) => {
  const given = { balance: '-9898.00', positions: [{ ...BUY, open: '1.07100', rate: '1' }] }
  t.same(
    [money(given).equity, money(given).marginLevel],
    [2_00, 20],
    '2.00 over 1000.00 is 0.20 percent',
  )
  const below = { ...given, balance: '-9900.05' }
  t.same([money(below).equity, money(below).marginLevel], [-5, -1], '-0.005 percent is -0.01')
  t.end()
})

import t from 'tap'
import { BALANCE_ACTIONS, type BalanceAction } from '../../../../engine/account/event.js'
import { MONEY_MAX } from '../../../../engine/limits/trading.js'
import { textFromScaled } from '../../../../engine/numbers/decimal.js'
import { HEDGING, leverageProfile, tierRule } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'

const TIER = { from: '0', to: '0', value: '7.5', min: '0', max: '0' } as const
const DAILY = { mask: '*', mode: 'per_lot', charge: 'daily', tiers: [TIER] } as const

const codeOf = (decision: { ok: true } | { ok: false; code: string }): string =>
  decision.ok ? 'ok' : decision.code

t.test('every action moves its money with its sign, balance or credit', (t) => {
  const moves: Record<BalanceAction, [balance: number, credit: number]> = {
    deposit: [10_00, 0],
    withdraw: [-10_00, 0],
    credit_in: [0, 10_00],
    credit_out: [0, -10_00],
    bonus: [10_00, 0],
    charge: [-10_00, 0],
    correction: [10_00, 0],
    commission: [-10_00, 0],
    compensation: [10_00, 0],
  }
  for (const action of BALANCE_ACTIONS) {
    const floor = new Floor()
    floor.balance('deposit', '100')
    floor.balance('credit_in', '100')
    t.equal(codeOf(floor.balance(action, '10', { comment: 'why' })), 'ok', action)
    const [balance, credit] = moves[action]
    t.equal(floor.account.balance, 100_00 + balance, `${action}: balance`)
    t.equal(floor.account.credit, 100_00 + credit, `${action}: credit`)
    const deal = floor.records.at(-1)?.events[0]
    t.match(deal, { type: 'deal', entry: 'balance', action, side: 0, volume: 0, comment: 'why' })
    floor.settle()
  }
  t.end()
})

t.test('only corrections and compensations take a sign, and none takes zero', (t) => {
  for (const action of BALANCE_ACTIONS) {
    const signed = action === 'correction' || action === 'compensation'
    const floor = new Floor()
    floor.balance('deposit', '100')
    t.equal(codeOf(floor.balance(action, '-10')), signed ? 'ok' : 'invalid_input', action)
    t.equal(codeOf(floor.balance(action, '0')), 'invalid_input', `${action} of nothing`)
    floor.settle()
  }
  t.end()
})

// Goal: the order of the checks. Each row repairs one thing more than the row above it.
t.test('withdraw: the first broken rule names the code', (t) => {
  const now = { archived: true, amount: '-1', group: false, gone: true }
  const rows: [repair: (at: typeof now) => void, code: string, says: RegExp][] = [
    [() => {}, 'conflict', /archived/],
    [(now) => (now.archived = false), 'invalid_input', /greater than 0/],
    [
      (now) => (now.amount = '90071992547409.91'),
      'invalid_input',
      /more money than the server can count/,
    ],
    [(now) => (now.amount = '2000.01'), 'conflict', /account's group no longer exists/],
    [(now) => (now.group = true), 'trade.no_money', /has 2000.00 USD/],
    [(now) => (now.amount = '819.91'), 'trade.off_quotes', /no price/],
    [(now) => (now.gone = false), 'trade.no_money', /Only 819.90 USD are free/],
    [(now) => (now.amount = '819.90'), 'ok', /^$/],
  ]
  for (const [repair, code, says] of rows) {
    repair(now)
    const floor = new Floor()
    floor.balance('deposit', '2000')
    floor.open('EURUSD', 'buy', '1')
    floor.profile({ archived: now.archived, ...(now.group ? {} : { group: 'no\\such' }) })
    if (now.gone) floor.prices.remove('EURUSD')
    // The largest sums only overflow with what is there already.
    if (now.amount.length > 10) floor.balance('correction', '-4000', { skipMarginCheck: true })
    const decision = floor.balance('withdraw', now.amount)
    t.equal(codeOf(decision), code, String(says))
    t.match(decision.ok ? '' : decision.message, says)
    floor.settle()
  }
  t.end()
})

t.test('without positions the last cent may go and not one more', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '100')
  floor.balance('credit_in', '50')
  t.equal(codeOf(floor.balance('withdraw', '100.01')), 'trade.no_money', 'credit is not withdrawn')
  t.equal(codeOf(floor.balance('withdraw', '100')), 'ok')
  t.equal(codeOf(floor.balance('credit_out', '50.01')), 'trade.no_money')
  t.equal(codeOf(floor.balance('credit_out', '50')), 'ok')
  t.same([floor.account.balance, floor.account.credit], [0, 0])
  floor.settle()
  t.end()
})

t.test('commissions that the day end will charge are not there to be withdrawn', (t) => {
  const floor = new Floor({ groups: { [HEDGING]: { commissions: [DAILY] } } })
  floor.balance('deposit', '2000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.close(id)
  // A point of spread on a lot costs 10.00, the commission 7.50 a side.
  t.equal(floor.account.balance, 1990_00)
  t.match(floor.balance('withdraw', '1975.01'), { code: 'trade.no_money', message: /has 1975.00/ })
  t.equal(codeOf(floor.balance('withdraw', '1975')), 'ok')
  t.match(floor.account, { balance: 15_00, commissionDue: -15_00 })
  floor.settle()
  t.end()
})

t.test('what opens has to cover its commission, whenever that is taken', (t) => {
  const least = (commissions: object[]): number => {
    const opens = (cents: number): boolean => {
      const floor = new Floor({ groups: { [HEDGING]: { commissions: commissions as [] } } })
      floor.balance('deposit', textFromScaled(cents, 2))
      return floor.open('EURUSD', 'buy', '1').ok
    }
    let [no, yes] = [0, 10_000_00]
    while (yes - no > 1) {
      const middle = Math.floor((no + yes) / 2)
      if (opens(middle)) yes = middle
      else no = middle
    }
    return yes
  }
  const without = least([])
  t.equal(least([DAILY]) - without, 7_50)
  t.equal(least([{ ...DAILY, charge: 'per_deal' }]) - without, 7_50)
  t.end()
})

t.test('skip_margin_check takes money that is needed, below zero too', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '2000')
  positionOf(floor.open('EURUSD', 'buy', '1'))
  t.equal(codeOf(floor.balance('charge', '2000.50')), 'trade.no_money')
  t.equal(codeOf(floor.balance('charge', '2000.50', { skipMarginCheck: true })), 'ok')
  t.equal(floor.account.balance, -50)
  floor.settle()
  t.end()
})

t.test(
  'credit holds positions: it goes only as far as they let it, if the group counts it',
  (t) => {
    for (const [use_credit, code] of [
      [true, 'trade.no_money'],
      [false, 'ok'],
    ] as const) {
      const floor = new Floor({ groups: { [HEDGING]: { use_credit } } })
      floor.balance('deposit', use_credit ? '700' : '1500')
      floor.balance('credit_in', '700')
      positionOf(floor.open('EURUSD', 'buy', '1'))
      t.equal(codeOf(floor.balance('credit_out', '700')), code, `use_credit ${use_credit}`)
      floor.settle()
    }
    t.end()
  },
)

t.test('a loss counts against a withdrawal and a gain counts for it, up to the balance', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '2000')
  positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.prices.set('EURUSD', '1.16500', '1.16510')
  t.equal(codeOf(floor.balance('withdraw', '319.91')), 'trade.no_money', '510 are lost')
  t.equal(codeOf(floor.balance('withdraw', '319.90')), 'ok')
  floor.prices.set('EURUSD', '1.19000', '1.19010')
  t.equal(codeOf(floor.balance('withdraw', '1680.11')), 'trade.no_money', 'profit is not paid out')
  t.equal(codeOf(floor.balance('withdraw', '1680.10')), 'ok')
  floor.settle()
  t.end()
})

t.test('an account that has more than may be counted may only come to less', (t) => {
  const floor = new Floor()
  floor.account.balance = MONEY_MAX + 500
  t.match(floor.balance('deposit', '0.01'), {
    code: 'invalid_input',
    message: /more money than the server can count/,
  })
  t.match(floor.balance('withdraw', '1.00'), { ok: true })
  t.equal(floor.account.balance, MONEY_MAX + 400)
  t.match(floor.balance('credit_in', '0.01'), {
    code: 'invalid_input',
    message: /more money than the server can count/,
  })
  t.match(floor.balance('withdraw', '4.00'), { ok: true })
  t.match(floor.balance('deposit', '0.01'), {
    code: 'invalid_input',
    message: /more money than the server can count/,
  })
  t.end()
})

t.test('balance and credit together come to what may be counted, and not to a cent more', (t) => {
  for (const [first, then] of [
    ['deposit', 'credit_in'],
    ['credit_in', 'deposit'],
    ['deposit', 'deposit'],
    ['credit_in', 'credit_in'],
  ] as const) {
    const floor = new Floor()
    floor.balance(first, textFromScaled(MONEY_MAX - 100, 2))
    t.equal(codeOf(floor.balance(then, '1.01')), 'invalid_input', `${first} and ${then}`)
    t.equal(codeOf(floor.balance(then, '1.00')), 'ok', `${first} and ${then}`)
    t.equal(floor.account.balance + floor.account.credit, MONEY_MAX)
    floor.settle()
  }
  t.end()
})

t.test('what brings money is taken however far the account is below zero', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '2000')
  floor.open('EURUSD', 'buy', '1')
  floor.balance('charge', '5000', { skipMarginCheck: true })
  for (const action of ['deposit', 'credit_in', 'bonus', 'correction'] as const) {
    t.equal(codeOf(floor.balance(action, '0.01')), 'ok', action)
  }
  floor.settle()
  t.end()
})

t.test('credit of an account that holds nothing may go, below zero or not', (t) => {
  const floor = new Floor()
  floor.balance('credit_in', '30')
  floor.balance('charge', '50', { skipMarginCheck: true })
  t.equal(codeOf(floor.balance('credit_out', '30.01')), 'trade.no_money')
  t.equal(codeOf(floor.balance('credit_out', '30')), 'ok')
  floor.settle()
  t.end()
})

t.test('what orders that rest reserve is not withdrawn', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '1000')
  floor.place('XAUUSD', 'buy limit', '0.10', '2000')
  t.match(floor.balance('withdraw', '800.01'), { message: 'Only 800.00 USD are free.' })
  t.equal(codeOf(floor.balance('withdraw', '800')), 'ok')
  floor.settle()
  t.end()
})

t.test('a withdrawal leaves positions covered also where the group counts no credit', (t) => {
  const floor = new Floor({ groups: { [HEDGING]: { use_credit: false } } })
  floor.balance('deposit', '2000')
  floor.balance('credit_in', '700')
  floor.open('EURUSD', 'buy', '1')
  t.match(floor.balance('withdraw', '819.91'), { message: 'Only 819.90 USD are free.' })
  t.equal(codeOf(floor.balance('withdraw', '819.90')), 'ok')
  floor.settle()
  t.end()
})

t.test('a withdrawal waits for a rate that the margin needs', (t) => {
  const profiles = [leverageProfile(tierRule('*', 'value', [['0', '1']], 'JPY'))]
  const floor = new Floor({ profiles, groups: { [HEDGING]: { leverage_profile_id: 1 } } })
  floor.balance('deposit', '2000')
  floor.open('EURUSD', 'buy', '1')
  floor.prices.remove('USDJPY')
  t.match(floor.balance('withdraw', '1'), {
    code: 'trade.off_quotes',
    message: 'A price needed to calculate the margin is missing at the moment. Try again later.',
  })
  floor.prices.set('USDJPY', '150.000', '150.010')
  t.equal(codeOf(floor.balance('withdraw', '1')), 'ok')
  floor.settle()
  t.end()
})

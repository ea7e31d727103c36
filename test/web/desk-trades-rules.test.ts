import t from 'tap'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { pageModule } from '../given/page-module.js'

// What the desk's pages make of a table of payments, of a calculation per lot and of a period, without a browser.

const none = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
Object.assign(globalThis, {
  location: { pathname: '/desk', search: '' },
  addEventListener: () => undefined,
  localStorage: none,
  sessionStorage: none,
})

interface PaymentFileRules {
  paymentsOf(text: string): {
    lines: { line: number; login: number; action: string; amount: string; like: number | null }[]
    faults: { line: number; fault: string; cell: string }[]
  } | null
  paymentTotals(payments: object[], currencyOf: (login: number) => string): object[]
  markOf(payments: object[]): string
}

t.test('a table of payments: what is paid, and what is wrong in which line', async (t) => {
  const rules = await pageModule<PaymentFileRules>('web/staff/payment-file.ts')
  const read = (text: string) => rules.paymentsOf(text)
  const table = [
    'Login,Action,Amount,Comment',
    '1001,deposit,250.00,"Bank, ref ""7"""',
    '',
    '1002,WITHDRAW,99.5',
    '1003,deposit,"1,000",',
    '1003,withdraw,1,000',
    '1003,deposit,-5,',
    '1004,correction,−3.5,',
    '1004,gift,3,',
    'x,deposit,3,',
    '1005,deposit,0.00,',
    `1005,deposit,1,${'c'.repeat(65)}`,
    '1005,deposit,1,two,three',
    '1004,correction,100.00-,',
    '1004,deposit,1-000,',
    '1001,deposit,250.00,"Bank, ref ""7"""',
  ].join('\r\n')
  const { lines = [], faults = [] } = read(table) ?? {}
  t.same(
    lines.map(({ line, login, action, amount, like }) => [line, login, action, amount, like]),
    [
      [2, 1001, 'deposit', '250.00', null],
      [4, 1002, 'withdraw', '99.5', null],
      [8, 1004, 'correction', '-3.5', null],
      [16, 1001, 'deposit', '250.00', 2],
    ],
  )
  t.same(
    faults.map(({ line, fault }) => [line, fault]),
    [
      [5, 'ambiguous'],
      [6, 'ambiguous'],
      [7, 'sign'],
      [9, 'action'],
      [10, 'login'],
      [11, 'zero'],
      [12, 'comment'],
      [13, 'cells'],
      [14, 'amount'],
      [15, 'amount'],
    ],
  )
  t.match(
    read('1001;deposit;250,50;Überweisung')?.lines,
    [{ login: 1001, amount: '250.50' }],
    'semicolons, a comma before decimals, no names',
  )
  t.match(
    read('amount\tlogin\taction\n3\t1001\tbonus')?.lines,
    [{ amount: '3', login: 1001, action: 'bonus' }],
    'tabs, another order',
  )
  t.equal(read('1001,deposit,"3'), null, 'a quote that is never closed')
  t.equal(rules.markOf(lines), rules.markOf([...lines].reverse()), 'known again in any order')
  t.not(rules.markOf(lines), rules.markOf(lines.slice(1)))
  t.same(
    rules.paymentTotals(lines, (login) => (login === 1002 ? 'EUR' : 'USD')),
    [
      {
        currency: 'USD',
        count: 3,
        accounts: 2,
        paidIn: '500.00',
        paidOut: '3.5',
        credit: '0',
      },
      { currency: 'EUR', count: 1, accounts: 1, paidIn: '0', paidOut: '99.5', credit: '0' },
    ],
  )
})

t.test('payments per lot: signs, zeros and amounts that are not known', async (t) => {
  interface Rules {
    lotItems(lines: object[], actions: object, isNet: boolean): object
  }
  const { lotItems } = await pageModule<Rules>('web/staff/lot-items.ts')
  const line = (login: number, buy: string | null, sell: string | null, net: string | null) => ({
    login,
    request_id: `id-${login}`,
    amount_buy: buy,
    amount_sell: sell,
    amount: net,
    net_side: net?.startsWith('-') === true ? 'sell' : 'buy',
  })
  const lines = [
    line(1, '1.50', '-3.00', '-1.50'),
    line(2, '0.00', '-1.00', '0.00'),
    line(3, null, null, null),
  ]
  t.same(lotItems(lines, { buy: 'deposit', sell: 'charge' }, false), {
    items: [
      { login: 1, request_id: 'id-1', amount_buy: '1.50', amount_sell: '3.00' },
      { login: 2, request_id: 'id-2', amount_sell: '1.00' },
    ],
    missing: 1,
    wrongSigns: 0,
    payments: 3,
  })
  t.same(lotItems(lines, { buy: 'deposit', sell: 'correction' }, true), {
    items: [{ login: 1, request_id: 'id-1', amount: '-1.50', side: 'sell' }],
    missing: 1,
    wrongSigns: 0,
    payments: 1,
  })
  t.match(lotItems(lines, { sell: 'deposit' }, false), { wrongSigns: 2, payments: 2 })
})

const clockOf = (
  utc_offset_min: number,
  daylight_saving: ServerClock['daylight_saving'] = 'none',
): ServerClock => ({ utc_offset_min, daylight_saving })

t.test('periods are days of the server, totals stand by currency', async (t) => {
  interface Rules {
    spanOf(period: string, at: number, clock: ServerClock): object
  }
  const { spanOf } = await pageModule<Rules>('web/text/periods.ts')
  const at = Date.parse('2026-03-04T22:30:00Z')
  t.same(spanOf('today', at, clockOf(120)), { from: '2026-03-04T22:00:00.000Z' })
  t.same(spanOf('yesterday', at, clockOf(0)), {
    from: '2026-03-03T00:00:00.000Z',
    to: '2026-03-04T00:00:00.000Z',
  })
  t.same(spanOf('week', at, clockOf(-300)), { from: '2026-02-26T05:00:00.000Z' })
  t.same(spanOf('hour', at, clockOf(0)), { from: '2026-03-04T21:30:00.000Z' })
  // Summer began on the 29th of March.
  const summer = clockOf(120, 'eu')
  const april = Date.parse('2026-04-01T21:30:00Z')
  t.same(spanOf('today', april, summer), { from: '2026-04-01T21:00:00.000Z' })
  t.same(spanOf('week', april, summer), { from: '2026-03-26T22:00:00.000Z' })

  interface Totals {
    bulkTotals(rows: object[]): object[]
  }
  const { bulkTotals } = await pageModule<Totals>('web/staff/bulk-totals.ts')
  const row = (currency: string, side: string, volume: string, profit: string | null) => ({
    id: 1,
    login: 1,
    symbol: 'EURUSD',
    currency,
    side,
    volume,
    profit,
  })
  t.same(
    bulkTotals([
      row('EUR', 'buy', '1', null),
      row('USD', 'buy', '0.10', '-3.20'),
      row('USD', 'sell', '0.1', '82.1'),
    ]),
    [
      {
        currency: 'USD',
        count: 2,
        buy: '0.10',
        sell: '0.1',
        profit: '78.90',
        withoutPrice: 0,
      },
      { currency: 'EUR', count: 1, buy: '1', sell: '0', profit: null, withoutPrice: 1 },
    ],
  )
})

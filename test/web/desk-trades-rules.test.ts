import t, { type Test } from 'tap'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { pageModule } from '../given/page-module.js'

// What the desk's pages make of a table of payments, of a calculation per lot, of a period and of lists that change while they
// are read, without a browser.

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
  const rules = await pageModule<PaymentFileRules>('web/staff/bulk/payment-file.ts')
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
  const { lotItems } = await pageModule<Rules>('web/staff/bulk/lot-items.ts')
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
  const { bulkTotals } = await pageModule<Totals>('web/staff/bulk/bulk-totals.ts')
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

const NO_CONDITIONS = { symbol: '', group: '', login: '', q: '', period: '', from: '', to: '' }
type Row = Readonly<Record<string, unknown>>
interface TradeLists {
  readAll(name: string, filter: object, max: number): Promise<readonly Row[]>
  readNumbers(
    name: string,
    numbers: readonly number[],
    known: (number: number) => Row | undefined,
  ): Promise<readonly Row[]>
}

/** Answers what the pages ask, from the address alone, and tells which addresses they were. */
function answersWith(t: Test, answer: (path: string, query: URLSearchParams) => object) {
  const asked: string[] = []
  const before = globalThis.fetch
  t.teardown(() => Object.assign(globalThis, { fetch: before }))
  const fetch = async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://desk')
    asked.push(pathname)
    return Response.json({ data: answer(pathname, searchParams) })
  }
  Object.assign(globalThis, { fetch })
  return asked
}

const numbers = (rows: readonly Row[], field = 'id') => rows.map((row) => row[field])
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

for (const name of ['positions', 'orders']) {
  t.test(`all ${name}: none is left out while others close`, async (t) => {
    const { readAll } = await pageModule<TradeLists>('web/staff/lists/trade-list.ts')
    const there = new Set(upTo(2_500))
    const asked = answersWith(t, (path, query) => {
      const limit = Number(query.get('limit'))
      const rows = [...there].map((id) => ({ id, login: 1 }))
      const begin = path.endsWith('/window')
        ? rows.filter(({ id }) => id > Number(query.get('cursor')))
        : rows.slice((Number(query.get('page')) - 1) * limit)
      const items = begin.slice(0, limit)
      // After each page the first of its rows is gone.
      there.delete(items[0]?.id ?? 0)
      const after = items.at(-1)?.id
      return { items, total: rows.length, after: String(after), has_after: begin.length > limit }
    })
    const read = numbers(await readAll(`GET /admin/v1/${name}`, NO_CONDITIONS, 20_000))
    t.same(read, upTo(2_500))
    t.same(new Set(asked), new Set([`/admin/v1/${name}/window`]))
    t.equal((await readAll(`GET /admin/v1/${name}`, NO_CONDITIONS, 250)).length, 250)
  })
}

const GROWING = [
  ['deals', 'id', 'at', 0],
  ['orders/history', 'id', 'done_at', 0],
  ['positions/closed', 'position_id', 'closed_at', 1],
] as const

for (const [name, number, moment, step] of GROWING) {
  t.test(`all ${name}: each once while others come`, async (t) => {
    const { readAll } = await pageModule<TradeLists>('web/staff/lists/trade-list.ts')
    const timeOf = (id: number) => new Date(Date.UTC(2026, 2, 2) + id * 1_000).toISOString()
    const rows = upTo(2_500)
      .reverse()
      .map((id) => ({ [number]: id, [moment]: timeOf(id), login: 1 }))
    let come = 2_500
    const ends: (string | null)[] = []
    answersWith(t, (_, query) => {
      const [page, limit, to] = [query.get('page'), query.get('limit'), query.get('to')]
      ends.push(to)
      const fits = rows.filter((row) => to === null || String(row[moment]) <= to)
      const begin = (Number(page) - 1) * Number(limit)
      const items = fits.slice(begin, begin + Number(limit))
      // A newer one, and one of the moment of the first.
      rows.unshift({ [number]: come + 1, [moment]: timeOf(2_500), login: 1 })
      come += 2
      rows.unshift({ [number]: come, [moment]: timeOf(come), login: 1 })
      return { items, total: fits.length }
    })
    const read = await readAll(`GET /admin/v1/${name}`, NO_CONDITIONS, 10_000)
    t.same(numbers(read, number), upTo(2_500).reverse())
    const last = new Date(Date.parse(timeOf(2_500)) + step).toISOString()
    t.same(ends, [null, last, last])
  })
}

t.test('all deals with further conditions: windows of them, from the newest back', async (t) => {
  const { readAll } = await pageModule<TradeLists>('web/staff/lists/trade-list.ts')
  const filters = new Set<string | null>()
  const asked = answersWith(t, (_, query) => {
    filters.add(query.get('filter'))
    t.equal(query.get('sort'), '-id')
    const begin = Number(query.get('cursor') ?? 251) - 1
    const items = upTo(begin).reverse().slice(0, 100)
    const last = items.at(-1) ?? 0
    const rows = items.map((id) => ({ id, login: 1, at: '2026-03-02T10:00:00.000Z' }))
    return { items: rows, after: String(last), has_after: last > 1 }
  })
  const filter = { ...NO_CONDITIONS, symbol: 'EURUSD', q: 'volume>=2 late' }
  t.same(numbers(await readAll('GET /admin/v1/deals', filter, 1_000)), upTo(250).reverse())
  t.same(new Set(asked), new Set(['/admin/v1/deals/window']))
  const conditions = [
    { field: 'symbol', op: 'eq', value: 'EURUSD' },
    { field: 'comment', op: 'contains', value: 'late' },
    { field: 'volume', op: 'ge', value: '2' },
  ]
  t.same([...filters], [JSON.stringify(conditions)])
})

t.test('rows by number: those that are here, and the others as the server has them', async (t) => {
  const { readNumbers } = await pageModule<TradeLists>('web/staff/lists/trade-list.ts')
  const at = '2026-03-02T10:00:00.000Z'
  const rowOf = (id: number) => ({ id, position_id: id, login: 1, at, closed_at: at, done_at: at })
  const asked = answersWith(t, (_, query) => {
    const [{ value = [] } = {}] = JSON.parse(query.get('filter') ?? '[]') as { value?: number[] }[]
    const id = Number(query.get('id'))
    return { items: (id === 0 ? value : [id]).filter((one) => one !== 7).map(rowOf) }
  })
  const known = (id: number) => (id <= 100 && id !== 7 ? rowOf(id) : undefined)
  const chosen = upTo(250)
  const found = chosen.filter((id) => id !== 7)
  const of = async (name: string, wanted: readonly number[]) => {
    asked.length = 0
    return numbers(await readNumbers(`GET /admin/v1/${name}`, wanted, known))
  }
  t.same(await of('deals', chosen), found.toReversed(), 'the newest first; one is gone')
  t.same(asked, ['/admin/v1/deals/window', '/admin/v1/deals/window'])
  t.same(await of('positions', chosen.toReversed()), found, 'by login and number')
  t.same(await of('positions/closed', [101, 1]), [101, 1])
  t.same(asked, ['/admin/v1/positions/closed/window'])
  t.same(await of('orders/history', [1, 101, 102]), [102, 101, 1])
  t.same(asked, ['/admin/v1/orders/history/window'])
  t.same(await of('deals', [1, 2]), [2, 1])
  t.same(asked, [], 'nothing is asked for what is here')
})

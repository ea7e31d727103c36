import t, { type Test } from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { statementQueries } from '../../../actors/queries/statement-query.js'
import type { DealEvent, OrderEvent, PositionEvent } from '../../../engine/account/event.js'
import { STATEMENT_ROWS_MAX } from '../../../engine/limits/long-answers.js'
import { because } from '../../../engine/reasons/reasons.js'
import { accountStateWrites } from '../../../storage/repos/accounts/account-state-writes.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { closedPositionWrites } from '../../../storage/repos/trades/closed-position-writes.js'
import { dealWrites } from '../../../storage/repos/trades/deal-writes.js'
import { openOrderWrites } from '../../../storage/repos/trades/open-order-writes.js'
import { positionWrites } from '../../../storage/repos/trades/position-writes.js'
import { emptyState } from '../../../wire/account/stored-account.js'
import { dealEvent, orderEvent, positionEvent } from '../../given/records/events.js'
import { openTables } from '../../given/records/projection.js'

// Statements over tables that are filled by hand: accounts without a group or a record, and bounds of periods.

const LOGIN = 10
const DAY = 86_400_000
const NO_SUMS = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }

function given(t: Test) {
  const db = openTables(t.testdir())
  t.teardown(() => db.close())
  const account = (over: object = {}): void => {
    accountsRepo(db).insert(accountWithDefaults({ login: LOGIN, group: 'g', ...over }), 1)
  }
  const group = (body: object): void => {
    const settings = settingsRepo(db)
    const row = { id: settings.takeId('groups'), name: 'g', created_at: 1, updated_at: 1 }
    settings.insert('groups', { ...row, body: { currency_digits: 2, ...body } })
  }
  const statement = statementQueries(db)['account.statement']
  const ask = (over: object = {}) =>
    statement({
      login: LOGIN,
      madeAt: 0,
      showsName: true,
      policy: 'p',
      serverClock: { daylight_saving: 'none', utc_offset_min: -41 },
      ...over,
    })
  const page = async (over: object = {}): Promise<string> => {
    const answer = await ask(over)
    if (!answer.ok) throw new Error(answer.message)
    return answer.value
  }
  return { db, account, group, ask, page }
}

/** What stands above the tables, by its label. */
function factsIn(html: string): Record<string, string> {
  const list = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)]
  const sums = [
    ...html.matchAll(/<tr[^>]*><th[^>]*>([A-Z][^<]*)<\/th><td[^>]*>([^<]*)<\/td><\/tr>/g),
  ]
  return Object.fromEntries([...list, ...sums].map(([, label, text]) => [label, text]))
}

/** The rows of each table as its heading counts them, and what is said below it. */
function tablesIn(html: string): [title: string, rows: string, said: string][] {
  return [...html.matchAll(/<h2>(.*?) <small>(\d+)<\/small><\/h2>(.*?)(?=<h2>|<footer>)/gs)].map(
    ([, title = '', rows = '', rest = '']) => {
      const notes = [...rest.matchAll(/<p class="(?:dim|none)">([^<]*)<\/p>/g)].map(
        ([, text]) => text,
      )
      return [title, rows, notes.join(' ')]
    },
  )
}

/** The names of a table's columns, those of numbers with a mark. */
function columnsIn(html: string, title: string): string[] {
  const table = html.split(`<h2>${title} `)[1]?.split('</thead>')[0] ?? ''
  return [...table.matchAll(/<th scope="col"( class="number")?>([^<]*)<\/th>/g)].map(
    ([, number = '', name = '']) => (number === '' ? name : `${name} #`),
  )
}

const position = (id: number, closedAt: number): PositionEvent =>
  positionEvent({
    id,
    symbolId: 3,
    volume: closedAt === 0 ? 1 : 0,
    priceOpen: 1,
    priceClose: 2,
    rateMargin: 1n,
    closedAt,
    version: 2,
  })

const DEPOSIT: DealEvent = dealEvent({ id: 0, at: 0 })

const order = (id: number): OrderEvent =>
  orderEvent({ id, symbolId: 3, volumeInitial: 1, volumeCurrent: 1, price: 5 })

t.test('an account without a record or a group has a statement of zeros', async (t) => {
  const { account, ask, page } = given(t)
  t.match(await ask(), because('not_found.account', { login: LOGIN }))
  account({ name: 'Ada', last_name: 'Byron' })
  const html = await page()
  t.same(factsIn(html), {
    Account: '10',
    Name: 'Ada Byron',
    'Account type': 'g',
    Leverage: '1:1',
    Period: 'the beginning to now',
    'Balance at the beginning': '0.00',
    'Deposits and withdrawals': '0.00',
    'Profit and loss': '0.00',
    Swaps: '0.00',
    Commissions: '0.00',
    Fees: '0.00',
    'Balance at the end': '0.00',
    'Credit at the end': '0.00',
  })
  t.notMatch(html, /undefined|NaN|null/)
  t.same(tablesIn(html), [
    ['Deals', '0', 'None.'],
    ['Closed positions', '0', 'None.'],
    ['Open positions now', '0', 'None.'],
    ['Pending orders now', '0', 'None.'],
  ])
  t.notMatch(await page({ showsName: false }), /Ada|Byron/)
})

t.test('a statement is in the language of the account', async (t) => {
  const { db, account, page } = given(t)
  account({ language: 'de-AT' })
  const deals = dealWrites(db)
  deals.add(LOGIN, 1, { ...DEPOSIT, id: 1, at: 1_000, profit: 123_456 }, 0)
  deals.flush()
  const chains = { lastOrderId: 0, lastDealId: 1, lastClosedId: 0, orders: 0, deals: 1, closed: 0 }
  accountStateWrites(db).set({ ...emptyState(LOGIN), ...chains, balance: 123_456 })
  const html = await page()
  t.match(html, /<html lang="de">.*<title>Kontoauszug für Konto 10<\/title>/s)
  t.match(factsIn(html), {
    Zeitraum: 'Beginn bis jetzt',
    'Ein- und Auszahlungen': '1.234,56',
    'Saldo am Ende': '1.234,56',
  })
  t.match(tablesIn(html), [
    ['Deals', '1'],
    ['Geschlossene Positionen', '0', 'Keine.'],
  ])
  t.match(html, /<td>Einzahlung<\/td>/)
})

t.test('company, currency, decimals and leverage are the group’s', async (t) => {
  for (const [ofGroup, own, leverage] of [
    [{ leverage: 30 }, 0, '1:30'],
    [{ leverage: 30 }, 50, '1:50'],
    [{ leverage: 0 }, 0, '1:1'],
    [{}, 0, '1:1'],
  ] as const) {
    const { account, group, page } = given(t)
    account({ leverage: own })
    group({ ...ofGroup, company: 'Acme', currency: 'JPY', currency_digits: 0 })
    const html = await page()
    t.match(factsIn(html), { Leverage: leverage, Currency: 'JPY', 'Balance at the end': '0' })
    t.ok(html.includes('<p class="dim">Acme</p>'))
  }
  const { account, group, page } = given(t)
  account()
  group({})
  const html = await page()
  t.notOk('Currency' in factsIn(html))
  t.notMatch(html, /undefined|NaN|null/)
})

for (const [language, balance, bySymbol, tips] of [
  [
    'en',
    'Balance: 3 values, each of a day, from 01 Jan 1970 to 03 Jan 1970, 1,008.5 to 1,011.5',
    'Profit by symbol, with costs: #3 1,011.5',
    ['03 Jan 1970: 1,011.5', '#3: 1,011.5'],
  ],
  [
    'de',
    'Saldo: 3 Werte von je einem Tag, vom 01.01.1970 bis zum 03.01.1970, 1.008,5 bis 1.011,5',
    'Gewinn nach Symbol, mit Kosten: #3 1.011,5',
    ['03.01.1970: 1.011,5', '#3: 1.011,5'],
  ],
] as const) {
  t.test(`the balance of each day is drawn, and what each symbol made: ${language}`, async (t) => {
    const { db, account, page } = given(t)
    account({ language })
    const [closed, deals] = [closedPositionWrites(db), dealWrites(db)]
    for (const [i, profit] of [101_050, -200, 300].entries()) {
      deals.add(LOGIN, i + 1, { ...DEPOSIT, id: i + 1, profit, at: i * DAY }, i)
      closed.add(LOGIN, position(i + 1, i * DAY), { ...NO_SUMS, profit }, 'tp', i)
    }
    closed.flush()
    deals.flush()
    const chains = {
      lastOrderId: 0,
      lastDealId: 3,
      lastClosedId: 3,
      orders: 0,
      deals: 3,
      closed: 3,
    }
    accountStateWrites(db).set({ ...emptyState(LOGIN), ...chains, balance: 101_150 })
    const html = await page()
    const charts = [...html.matchAll(/<figcaption>([^<]*)<.*?<svg [^>]*aria-label="([^"]*)"/g)]
    t.same(
      charts.map(([, title, what]) => [title, what]),
      [balance, bySymbol].map((what) => [what.split(':')[0], what]),
    )
    for (const tip of tips) t.ok(html.includes(`<title>${tip}</title>`), tip)
    const oneDay = await page({ to: DAY - 1 })
    t.notMatch(oneDay, `<figcaption>${balance.split(':')[0]}`, 'of one day there is no line')
  })
}

t.test(
  'a statement names the offer of its account, and the days that were asked for',
  async (t) => {
    const { db, account, page } = given(t)
    account({ group: 'real\\clients' })
    const settings = settingsRepo(db)
    const body = { group_path: 'Real\\clients', description: 'Standard', priority: 1 }
    const row = { id: settings.takeId('allocations'), name: '1', created_at: 1, updated_at: 1 }
    settings.insert('allocations', { ...row, body })
    // The server's clock is 41 minutes behind UTC.
    const midnight = Date.UTC(2026, 2, 2, 0, 41)
    const periods = [
      [{ from: midnight, to: midnight + DAY - 1 }, '2026-03-02 (server time)'],
      [{ from: midnight, to: midnight + 2 * DAY - 1 }, '2026-03-02 to 2026-03-03 (server time)'],
      [{ from: midnight }, '2026-03-02 to now (server time)'],
      [
        { from: midnight + 1_000, to: midnight + DAY },
        '2026-03-02 00:41:01 to 2026-03-03 00:41:00',
      ],
    ] as const
    for (const [asked, period] of periods) {
      t.match(factsIn(await page(asked)), { 'Account type': 'Standard', Period: period })
    }
  },
)

t.test('a period has what was done from its first to its last moment', async (t) => {
  const { db, account, page } = given(t)
  account()
  const [closed, deals] = [closedPositionWrites(db), dealWrites(db)]
  const times = [1_000, 2_000, 3_000, 4_000]
  times.forEach((at, i) => {
    closed.add(LOGIN, position(i + 1, at), NO_SUMS, 'tp', i)
    deals.add(LOGIN, i + 1, { ...DEPOSIT, id: i + 1, profit: 10 ** i, at }, i)
  })
  closed.flush()
  deals.flush()
  const chains = { lastOrderId: 0, lastDealId: 4, lastClosedId: 4, orders: 0, deals: 4, closed: 4 }
  accountStateWrites(db).set({ ...emptyState(LOGIN), ...chains, balance: 1111 })
  for (const [from, to, ids, begin, paid, end] of [
    [2_000, 3_000, ['2', '3'], '0.01', '1.10', '1.11'],
    [2_001, 3_999, ['3'], '0.11', '1.00', '1.11'],
    [1_999, 2_999, ['2'], '0.01', '0.10', '0.11'],
    [undefined, 1_000, ['1'], '0.00', '0.01', '0.01'],
    [4_000, undefined, ['4'], '1.11', '10.00', '11.11'],
    [undefined, undefined, ['1', '2', '3', '4'], '0.00', '11.11', '11.11'],
  ] as const) {
    const html = await page({ ...(from && { from }), ...(to && { to }) })
    const shown = (title: string) => {
      const table = html.match(new RegExp(`<h2>${title}.*?(?=<h2>)`, 's'))?.[0] ?? ''
      return [...table.matchAll(/<tr><td>(\d+)<\/td>/g)].map(([, id]) => id)
    }
    t.same([shown('Deals'), shown('Closed')], [ids, ids], `${from} to ${to}`)
    t.match(factsIn(html), {
      'Balance at the beginning': begin,
      'Deposits and withdrawals': paid,
      'Balance at the end': end,
    })
  }
})

t.test('so many rows of a kind are shown, and one more is refused or told', async (t) => {
  const { db, account, ask, page } = given(t)
  account()
  const closed = closedPositionWrites(db)
  const states = accountStateWrites(db)
  const [positions, orders] = [positionWrites(db), openOrderWrites(db)]
  const fill = (first: number, last: number): void => {
    db.transaction(() => {
      for (let id = first; id <= last; id++) {
        closed.add(LOGIN, position(id, 1_000), NO_SUMS, 'tp', id - 1)
        positions.upsert(LOGIN, position(id, 0), NO_SUMS)
        orders.upsert(LOGIN, order(id))
      }
      closed.flush()
      const none = { lastOrderId: 0, lastDealId: 0, orders: 0, deals: 0 }
      states.set({ ...emptyState(LOGIN), ...none, lastClosedId: last, closed: last })
    })()
  }
  fill(1, STATEMENT_ROWS_MAX)
  const whole = String(STATEMENT_ROWS_MAX)
  t.same(tablesIn(await page()).slice(1), [
    [
      'Closed positions',
      whole,
      'The figures of a position cover all its deals, also those before the period.',
    ],
    ['Open positions now', whole, ''],
    ['Pending orders now', whole, ''],
  ])
  t.same(columnsIn(await page(), 'Pending orders now'), [
    'Order',
    'Placed',
    'Symbol',
    'Type',
    'Volume #',
    'Price #',
    'Stop loss #',
    'Take profit #',
    'Expires',
    'Comment',
  ])
  const one = STATEMENT_ROWS_MAX + 1
  fill(one, one)
  t.match(await ask(), {
    ok: false,
    code: 'invalid_input',
    fields: [
      {
        path: 'from',
        message: `begins a period with more than ${whole} closed positions: choose a shorter period`,
      },
    ],
  })
  const told = `The table shows the first ${whole} of ${one}.`
  t.same(tablesIn(await page({ from: 2_000 })).slice(1), [
    ['Closed positions', '0', 'None.'],
    ['Open positions now', whole, told],
    ['Pending orders now', whole, told],
  ])
})

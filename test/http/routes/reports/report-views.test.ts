import t from 'tap'
import { moment } from '../../../given/desk.js'
import { AccountFront, YEN } from '../../../given/fronts/account-front.js'
import { deposit, funded, OPEN, trade } from '../../../given/records/trades.js'
import { run, tables } from '../../../given/reports.js'

// Two reports that are answered at once, over trades of two accounts and two nights that the server was stopped for.

const DAY_MS = 86_400_000
/** It is noon, so that no midnight comes while this runs. */
const NOON = DAY_MS / 2 - (Date.now() % DAY_MS)
const before = await AccountFront.start(t, NOON)
await before.quoted('EURUSD')
const ada = await funded(before, { name: 'Ada' })
const yuki = await before.open({ name: 'Yuki', group: YEN })
await deposit(before, yuki, '500000')
for (const [login, side, volume] of [
  [ada, 'buy', '0.30'],
  [ada, 'sell', '0.10'],
  [yuki, 'buy', '0.01'],
] as const) {
  const opened = await trade(before, login, { ...OPEN, side, volume })
  if (opened.code !== 'ok') throw new Error(opened.message)
}
const front = await before.later(t, NOON + 2 * DAY_MS)

type Row = Readonly<Record<string, unknown>>

async function daily(query: string, as = 'admin'): Promise<{ items: Row[]; total: number }> {
  const { data, status, message } = await front.ask(`GET /admin/v1/reports/daily?${query}`, as)
  if (status !== 200) throw new Error(message)
  return data as unknown as { items: Row[]; total: number }
}

while ((await daily('')).total < 4) await moment()
const [first = '', second = ''] = (await daily(`login=${ada}`)).items
  .map((row) => String(row['date']))
  .sort()

t.test('daily rows of all accounts in scope, the newest day first, then by login', async (t) => {
  const { items, total } = await daily('')
  t.equal(total, 4)
  t.same(
    items.map((row) => [row['date'], row['login']]),
    [second, first].flatMap((date) => [ada, yuki].map((login) => [date, login])),
  )
  t.match(items[0], { name: 'Ada', currency: 'USD', group: 'demo\\standard' })
  const own = await front.ask(`GET /admin/v1/accounts/${yuki}/daily`, 'admin')
  t.same(items[1], (own.data['items'] as Row[])[0], 'as that of the account')
  t.match((await daily('limit=1&page=4')).items, [{ date: first, login: yuki }])
  t.match((await daily('', 'without names')).items[0], { name: null })
})

t.test(
  'days, group, company and login narrow them, and nothing reaches beyond the scope',
  async (t) => {
    const of = async (query: string, as = 'admin') =>
      (await daily(query, as)).items.map((row) => [row['date'], row['login']])
    const both = [
      [first, ada],
      [first, yuki],
    ]
    t.same(await of(`from=${first}&to=${first}`), both)
    t.same(await of(`to=${first}&group=real*`), [[first, yuki]])
    t.same(await of(`to=${first}&company=Other`), [])
    t.same(await of('', 'real only'), [
      [second, yuki],
      [first, yuki],
    ])
    t.same(await of(`login=${ada}`, 'real only'), [])
    t.same(await of(`login=${ada}&from=${second}`), [[second, ada]])
    const wrong = await front.ask(`GET /admin/v1/reports/daily?from=${second}&to=${first}`, 'admin')
    t.match(wrong, { status: 400, fields: ['to'] })
  },
)

t.test('exposure sums both sides of each symbol over the accounts in scope', async (t) => {
  const of = async (query: string, as = 'admin') =>
    (await front.ask(`GET /admin/v1/reports/exposure?${query}`, as)).data
  const { symbol_id } = ((await of('')) as unknown as Row[])[0] as Row
  const row = { symbol: 'EURUSD', symbol_id }
  t.same(await of(''), [
    { ...row, buy_volume: '0.31', sell_volume: '0.1', net_volume: '0.21', positions: 3 },
  ])
  t.same(await of('', 'real only'), [
    { ...row, buy_volume: '0.01', sell_volume: '0', net_volume: '0.01', positions: 1 },
  ])
  t.same(await of('group=none*'), [])
})

t.test(
  'a job of daily rows has the same ones, the oldest first, and sums what was moved',
  async (t) => {
    front.jobs.start()
    const section = await tables(front, await run(front, { module: 'daily' }))
    const place = (name: string) => section.columns.findIndex((one) => one.name === name)
    const [date, login, equity] = ['date', 'login', 'equity'].map(place)
    const { items } = await daily('')
    t.same(
      section.rows.map((row) => [row[date ?? 0], row[login ?? 0], row[equity ?? 0]]),
      [first, second].flatMap((day) =>
        items
          .filter((row) => row['date'] === day)
          .map((row) => [row['date'], row['login'], row['equity']]),
      ),
    )
    t.match(section.totals, [
      { currency: 'JPY', rows: 2, daily_deposits: '500000' },
      { currency: 'USD', rows: 2, daily_deposits: '10000.00' },
    ])
    const one = { module: 'daily', params: { from: second, to: second, groups: 'real*' } }
    t.match(await tables(front, await run(front, one)), { row_count: 1 })
  },
)

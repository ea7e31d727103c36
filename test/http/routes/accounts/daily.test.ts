import { randomUUID } from 'node:crypto'
import t from 'tap'
import { moment } from '../../../given/desk.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { funded, OPEN, trade } from '../../../given/records/trades.js'

// Two nights that the server was stopped for: what they made of two accounts, as staff and holders read it.

const DAY_MS = 86_400_000
/** It is noon, so that no midnight comes while this runs. */
const NOON = DAY_MS / 2 - (Date.now() % DAY_MS)
const before = await AccountFront.start(t, NOON)
await before.quoted('EURUSD')
const ada = await funded(before)
const yuki = await before.open({ name: 'Yuki' })
await operation(ada, 'withdraw', '500.00')
await operation(ada, 'credit_in', '70.00')
const opened = await trade(before, ada, { ...OPEN, volume: '1.00' })
if (opened.code !== 'ok') throw new Error(opened.message)
const today = new Date(Date.now() + NOON).toISOString().slice(0, 10)

const front = await before.later(t, NOON + 2 * DAY_MS)
const rows = await rowsOf(ada, 2)
const dates = rows.map((row) => row['date'])

async function operation(login: number, action: string, amount: string): Promise<void> {
  const body = { action, amount, request_id: randomUUID() }
  const done = await before.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  if (done.status !== 200) throw new Error(done.message)
}

/** The rows, as soon as there are so many. */
async function rowsOf(login: number, count: number): Promise<Record<string, unknown>[]> {
  for (;;) {
    const { data, status, message } = await front.ask(
      `GET /admin/v1/accounts/${login}/daily`,
      'admin',
    )
    if (status !== 200) throw new Error(message)
    const items = data['items'] as Record<string, unknown>[]
    if (items.length >= count) return items
    await moment()
  }
}

t.test(
  'a row a day that ended, newest first, also of those that the server was down for',
  async (t) => {
    t.equal(rows.length, 2)
    t.same(dates, [...dates].sort().reverse())
    t.equal(dates.at(-1), today)
    const [newest, first] = rows as [Record<string, unknown>, Record<string, unknown>]
    t.match(first, {
      login: ada,
      group: 'demo\\standard',
      currency: 'USD',
      name: '',
      balance: '9500.00',
      balance_prev_day: '0.00',
      balance_prev_month: '0.00',
      credit: '70.00',
      daily_deposits: '10000.00',
      daily_withdrawals: '-500.00',
      daily_credit: '70.00',
      daily_profit: '0.00',
      daily_swap: '0.00',
      daily_fee: '0.00',
      daily_bonuses: '0.00',
      daily_charges: '0.00',
      daily_corrections: '0.00',
      daily_compensation: '0.00',
      daily_commission_instant: '0.00',
      daily_commission_turnover: '0.00',
    })
    t.match(newest, { balance: '9500.00', balance_prev_day: '9500.00', daily_deposits: '0.00' })
    const money = (name: string) => Number(newest[name])
    t.equal(
      money('equity').toFixed(2),
      (money('balance') + money('credit') + money('swap') + money('floating_profit')).toFixed(2),
    )
    t.ok(Number(first['swap']) <= 0 && money('margin') > 0)
  },
)

t.test('an account to which nothing happened has no rows', async (t) => {
  const { data } = await front.ask(`GET /admin/v1/accounts/${yuki}/daily`, 'admin')
  t.same([data['items'], data['total']], [[], 0])
})

t.test('from and to are days, both included; pages go on from each other', async (t) => {
  const ask = async (query: string) => {
    const { data } = await front.ask(`GET /admin/v1/accounts/${ada}/daily?${query}`, 'admin')
    return [(data['items'] as Record<string, unknown>[]).map(({ date }) => date), data['total']]
  }
  t.same(await ask(`from=${today}&to=${today}`), [[today], 1])
  t.same(await ask(`from=${dates[0]}`), [[dates[0]], 1])
  t.same(await ask(`to=${today}`), [[today], 1])
  t.same(await ask('limit=1&page=2'), [[today], 2])
  t.same(await ask('limit=1&page=3'), [[], 2])
  t.same(await ask('from=2001-01-01&to=2001-12-31'), [[], 0])
})

t.test('what is wrong with the days is told by name', async (t) => {
  for (const [query, field] of [
    ['from=2026-02-30', 'from'],
    ['to=2026-13-01', 'to'],
    ['from=2026-01-02&to=2026-01-01', 'to'],
    ['from=2026-01-02T00:00:00Z', 'from'],
    ['limit=1001', 'limit'],
    ['limit=0', 'limit'],
    ['page=0', 'page'],
    ['symbol=EURUSD', 'symbol'],
  ] as const) {
    const { status, fields } = await front.ask(
      `GET /admin/v1/accounts/${ada}/daily?${query}`,
      'admin',
    )
    t.same([status, fields], [400, [field]], query)
  }
})

t.test('names need their right, and the fence is that of the other histories', async (t) => {
  const path = `GET /admin/v1/accounts/${ada}/daily`
  const nameless = await front.ask(path, 'without names')
  t.match(nameless.data['items'], [{ name: null }])
  const pending = await front.ask(`${path}?min_projection_seq=999999999`, 'admin')
  t.match(pending.data, { consistency: 'projection_pending', total: 0 })
  const current = await front.ask(`${path}?min_projection_seq=1`, 'admin')
  t.match(current.data, { consistency: 'current', total: 2 })
})

t.test(
  'an account tells the balances of the day and the month before, to all who read it',
  async (t) => {
    const held = { balance_prev_day: '9500.00', balance_prev_month: /^\d+\.00$/ }
    t.match((await front.ask(`GET /admin/v1/accounts/${ada}`, 'admin')).data, held)
    t.match((await front.ask('GET /trader/v1/account', ada)).data, held)
    const list = await front.ask(`GET /admin/v1/accounts?login=${ada}`, 'admin')
    t.match(list.data['items'], [held])
    const none = { balance_prev_day: '0.00', balance_prev_month: '0.00' }
    t.match((await front.ask(`GET /admin/v1/accounts/${yuki}`, 'admin')).data, none)
  },
)

t.test('the journal tells that the days ended', async (t) => {
  for (;;) {
    const { data } = await front.ask('GET /admin/v1/journal?kind=day_end', 'admin')
    const texts = (data['items'] as { text: string }[]).map(({ text }) => text)
    await moment()
    if (!texts.some((text) => /1 accounts, 2 days/.test(text))) continue
    t.match(texts.at(-1), /^Shard [01]: the day end of \d{4}-\d\d-\d\d begins$/)
    t.equal(texts.length, 2, texts.join('; '))
    return
  }
})

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { serverDayAt } from '../../../../engine/calendar/server-day.js'
import { moment } from '../../../given/desk.js'
import { AccountFront, CAREFUL, YEN } from '../../../given/fronts/account-front.js'
import { funded, OPEN } from '../../../given/records/trades.js'

// The overview is compared with sums of the lists of accounts and deals, which other code makes.

type Fields = Readonly<Record<string, unknown>>
interface Overview {
  readonly [name: string]: unknown
  readonly symbols: readonly Readonly<Record<string, string>>[]
  readonly hours: readonly Readonly<Record<string, string>>[]
}

t.setTimeout(120_000)
const front = await AccountFront.start(t)
const [euro, yen] = [await front.quoted('EURUSD'), await front.quoted('USDJPY')]
front.price(euro.id, 110_000, 110_010)
front.price(yen.id, 150_000, 150_010)

async function must(what: string, as: string | number, body?: object): Promise<Fields> {
  const { status, data, message } = await front.ask(what, as, body)
  if (status !== 200) throw new Error(`${what}: ${status} ${message}`)
  return data
}

async function overview(query: string, as = 'admin'): Promise<Overview> {
  return (await must(`GET /admin/v1/overview?${query}`, as)) as Overview
}

/** The overview once it shows this: its sums may be a second old, and the tables follow the trades. */
async function until(query: string, isShown: (shown: Overview) => boolean): Promise<Overview> {
  for (;;) {
    const shown = await overview(query)
    if (isShown(shown)) return shown
    await moment()
  }
}

const pay = (login: number, action: string, amount: string, more: object = {}) =>
  must(`POST /admin/v1/accounts/${login}/balance`, 'admin', {
    action,
    amount,
    request_id: randomUUID(),
    ...more,
  })

const real = { group: 'real\\standard' }
const one = await funded(front, real)
const two = await funded(front, real)
const demo = await funded(front)
const japanese = await funded(front, { group: YEN })
await pay(two, 'withdraw', '250.50')
await pay(two, 'credit_in', '100.00')
await must('POST /trader/v1/trade', one, { ...OPEN, volume: '0.50' })
await must('POST /trader/v1/trade', two, { ...OPEN, volume: '0.20', side: 'sell' })
await must('POST /trader/v1/trade', two, { ...OPEN, symbol: 'USDJPY', volume: '0.10' })
await must('POST /trader/v1/trade', demo, { ...OPEN, volume: '0.30' })
const opened = await must('GET /trader/v1/positions', one)
const [position] = opened as unknown as readonly { id: number }[]
front.price(euro.id, 109_900, 109_910)
await must('POST /trader/v1/trade', one, {
  kind: 'close',
  position_id: position?.id,
  volume: '0.20',
})

const cents = (text: unknown): number => Math.round(Number(text) * 100)
const money = (amount: number): string => (amount / 100).toFixed(2)
const added = (rows: readonly Fields[], of: (row: Fields) => unknown): string =>
  money(rows.reduce((sum, row) => sum + cents(of(row)), 0))

t.test('money and the day are the sums of the lists of accounts and deals', async (t) => {
  const query = 'group=real\\standard&currency=USD'
  const shown = await until(query, ({ volume_day: volume }) => volume === '1')
  const moneys: Fields[] = []
  for (const login of [one, two]) {
    const account = await must(`GET /admin/v1/accounts/${login}`, 'admin')
    moneys.push(account['money'] as Fields)
  }
  const deals = (await must('GET /admin/v1/deals?group=real\\standard&limit=100', 'admin'))[
    'items'
  ] as Fields[]
  const trades = deals.filter(({ entry }) => entry !== 'balance')
  const result = ({ profit, swap, commission, fee }: Fields) =>
    Number(profit) + Number(swap) + Number(commission) + Number(fee)
  const of = (action: string) => deals.filter((deal) => deal['action'] === action)
  t.match(shown, {
    group: 'real\\standard',
    currency: 'USD',
    accounts: 2,
    unconverted: 0,
    balance: added(moneys, ({ balance }) => balance),
    credit: '100.00',
    equity: added(moneys, ({ equity }) => equity),
    profit: added(moneys, ({ profit }) => profit),
    profit_day: added(trades, result),
    deposits_day: added(of('deposit'), ({ profit }) => profit),
    withdrawals_day: '-250.50',
    margin_calls: 0,
    margin_calls_day: 0,
    stop_outs_day: 0,
    open_lots: '0.6',
    others: null,
  })
  t.equal(trades.length, 4)
  t.ok(cents(shown['profit_day']) < 0 && cents(shown['profit']) < 0)
  t.same(shown.symbols, [
    { symbol: 'EURUSD', buy: '0.3', sell: '0.2', net: '0.1', volume_day: '0.9' },
    { symbol: 'USDJPY', buy: '0.1', sell: '0', net: '0.1', volume_day: '0.1' },
  ])
  for (const name of ['profit', 'deposits', 'withdrawals', 'volume'] as const) {
    t.equal(
      added(shown.hours, (hour) => hour[name]),
      money(cents(shown[`${name}_day`])),
      `${name} by hour`,
    )
  }
  const { start } = serverDayAt(front.supervisor.book.clock, Date.parse(String(shown['at'])))
  t.equal(shown['day_start'], new Date(start).toISOString())
  t.equal(shown.hours[0]?.['at'], shown['day_start'])
})

t.test('demo and staff accounts count only if the mask names them', async (t) => {
  const all = await overview('currency=USD')
  const reals = await overview('group=real*&currency=USD')
  t.match(all, { accounts: 3, open_lots: '0.6', equity: reals['equity'] })
  t.match(await overview('group=demo\\*&currency=USD'), { accounts: 1, open_lots: '0.3' })
  t.match(await overview('group=managers\\*&currency=USD'), { balance: '0.00', open_lots: '0' })
  t.ok(Number((await overview('group=managers\\*&currency=USD'))['accounts']) > 0)
  t.match(await overview('group=managers\\*&currency=USD', 'without staff'), { accounts: 0 })
})

t.test('amounts are in the currency; accounts without a rate or a price are counted', async (t) => {
  const own = await overview(`group=${YEN}&currency=JPY`)
  t.match(own, { accounts: 1, unconverted: 0, balance: '10000.00', deposits_day: '10000.00' })
  // One yen is sold at the ask of USDJPY, 150.010.
  t.match(await overview(`group=${YEN}&currency=USD`), { balance: '66.66', unconverted: 0 })
  t.match(await overview('group=real*&currency=XAU'), {
    accounts: 3,
    unconverted: 3,
    balance: '0.00',
    deposits_day: '0.00',
    open_lots: '0.6',
  })
  t.equal(japanese > 0, true)
})

t.test(
  'an account in margin call is counted now and for the day, a stop out for the day',
  async (t) => {
    const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
    const poor = await front.open({ group: CAREFUL, leverage: 100, ...passwords })
    const query = `group=${CAREFUL}&currency=USD`
    await pay(poor, 'deposit', '600.00')
    await must('POST /trader/v1/trade', poor, { ...OPEN, volume: '0.50' })
    await until(query, ({ open_lots: lots }) => lots === '0.5')
    const take = (amount: string) => pay(poor, 'withdraw', amount, { skip_margin_check: true })
    await take('100.00')
    await until(query, ({ margin_calls: n, margin_calls_day: day }) => n === 1 && day === 1)
    await take('300.00')
    const over = await until(query, ({ stop_outs_day: n }) => n === 1)
    t.match(over, { margin_calls_day: 1, accounts: 1 })
  },
)

t.test('rights and scope hold, and wrong input is refused', async (t) => {
  const query = 'GET /admin/v1/overview?currency=USD'
  for (const as of ['without view', 'without trades']) {
    t.match(await front.ask(query, as), { status: 403, code: 'forbidden' }, as)
  }
  t.match(await overview('group=demo\\*&currency=USD', 'real only'), {
    accounts: 0,
    open_lots: '0',
  })
  for (const wrong of ['', 'currency=usd', 'currency=USD&by=symbol']) {
    t.match(await front.ask(`GET /admin/v1/overview?${wrong}`, 'admin'), { status: 400 }, wrong)
  }
})

t.test('a list of accounts is summed up by currency, as the list itself adds up', async (t) => {
  const count = 'GET /admin/v1/accounts/window/count'
  const filter = encodeURIComponent(
    JSON.stringify([{ field: 'login', op: 'le', value: String(two) }]),
  )
  const moneys: Fields[] = []
  for (const login of [one, two]) {
    moneys.push((await must(`GET /admin/v1/accounts/${login}`, 'admin'))['money'] as Fields)
  }
  const sums = [
    {
      currency: 'USD',
      accounts: 2,
      unpriced: 0,
      balance: added(moneys, ({ balance }) => balance),
      credit: '100.00',
      equity: added(moneys, ({ equity }) => equity),
      profit: added(moneys, ({ profit }) => profit),
    },
  ]
  const filtered = await must(`${count}?group=real*&filter=${filter}&sums=true`, 'admin')
  t.match(filtered, { total: 2, sums })
  // Of whole groups it may be a second old.
  for (;;) {
    const whole = await must(`${count}?group=real\\standard&sums=true`, 'admin')
    if (JSON.stringify(whole['sums']) === JSON.stringify(sums)) break
    await moment()
  }
  t.equal((await must(`${count}?group=real*`, 'admin'))['sums'], null)
  const both = await must(`${count}?group=real*&sums=true`, 'admin')
  t.same(
    (both['sums'] as Fields[]).map(({ currency }) => currency),
    ['JPY', 'USD'],
  )
})

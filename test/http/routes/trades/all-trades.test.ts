import t from 'tap'
import { LOGIN_QUERIES_MAX } from '../../../../actors/queries/pool.js'
import { AccountFront, CAREFUL, YEN } from '../../../given/fronts/account-front.js'
import { deposit, funded, OPEN, type Page, settled, trade } from '../../../given/records/trades.js'

// Lists of all accounts, as staff read them: scope, filters, order, totals.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
await front.quoted('USDJPY')
await front.quoted('BTCUSD')
front.price(euro.id, 110_000, 110_010)

const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
const ada = await funded(front)
const bob = await funded(front, { group: 'real\\standard' })
const cid = await funded(front, { group: CAREFUL, ...passwords })
const yuki = await front.open({ group: YEN })
await deposit(front, yuki, '1000000')
const logins = [ada, bob, cid, yuki]
let lastSeq = '0'

async function traded(login: number, body: object): Promise<number> {
  const { data, status, message } = await trade(front, login, body)
  if (status !== 200) throw new Error(message)
  lastSeq = String(data['projection_seq'])
  return data['position_id'] as number
}

/** Each opens two and closes the first, in turns, so that the shards' numbers interleave in time. */
const open: number[] = []
for (const login of logins) {
  const first = await traded(login, OPEN)
  open.push(await traded(login, { ...OPEN, symbol: 'USDJPY', side: 'sell' }))
  await traded(login, { kind: 'close', position_id: first })
}
// A staff account has deals, too, and is not a trading account.
lastSeq = String(await deposit(front, 1, '10000'))

const LISTS = ['positions', 'positions/closed', 'deals', 'orders/history']

function list(what: string, as = 'admin'): Promise<Page> {
  return settled(front, `GET /admin/v1/${what}`, as, lastSeq)
}

function loginsOf(page: Page): number[] {
  return [...new Set(page.items.map(({ login }) => login as number))].sort((a, b) => a - b)
}

t.test('lists are of trading accounts whose group is in scope', async (t) => {
  for (const what of LISTS) {
    const all = await list(what)
    t.same(loginsOf(all), logins, what)
    t.equal(all.total, all.items.length, what)
    const real = await list(what, 'real only')
    t.same(loginsOf(real), [bob, cid, yuki], what)
    t.equal(real.total, real.items.length, what)
    const refused = await front.ask(`GET /admin/v1/${what}`, 'without trades')
    t.match(refused, { status: 403, code: 'forbidden' }, what)
  }
})

t.test('of more lists than may wait at once the rest is refused', async (t) => {
  for (const what of [...LISTS, 'orders', 'positions/count']) {
    const path = `GET /admin/v1/${what}`
    const asked = Array.from({ length: LOGIN_QUERIES_MAX + 10 }, () => front.ask(path, 'admin'))
    const told = new Set((await Promise.all(asked)).map(({ status, code }) => `${status} ${code}`))
    t.same([...told].sort(), ['200 ok', '503 unavailable'], what)
  }
})

t.test('filters: group mask, company, login, symbol in any case', async (t) => {
  const cases: [string, number[]][] = [
    ['group=real*', [bob, cid, yuki]],
    ['group=REAL/standard', [bob]],
    ['company=Other+Firm', [cid]],
    ['company=other', []],
    [`login=${bob}`, [bob]],
    ['login=1', []],
    ['login=999999', []],
    [`login=${bob}&group=demo*`, []],
    ['symbol=NOSUCH', []],
    ['symbol=', logins],
  ]
  for (const what of LISTS) {
    for (const [query, found] of cases) {
      const page = await list(`${what}?${query}`)
      t.same(loginsOf(page), found, `${what} ${query}`)
      t.equal(page.total, page.items.length, `${what} ${query}`)
    }
    const hidden = await list(`${what}?login=${ada}`, 'real only')
    t.match(hidden, { items: [], total: 0 }, what)
    for (const symbol of ['eurusd', 'USDJPY']) {
      const page = await list(`${what}?symbol=${symbol}`)
      t.ok(
        page.items.every((row) => row['symbol'] === symbol.toUpperCase()),
        `${what} ${symbol}`,
      )
      t.equal(page.total, page.items.length)
    }
  }
  t.equal((await list('deals?symbol=eurusd')).total, 8)
  t.equal((await list('positions?symbol=usdjpy')).total, 4)
})

t.test('histories are newest first over all accounts, and pages do not overlap', async (t) => {
  const times = { deals: 'at', 'orders/history': 'done_at', 'positions/closed': 'closed_at' }
  for (const [what, time] of Object.entries(times)) {
    const { items, total } = await list(what)
    const sorted = items.map((row) => String(row[time]))
    t.same(sorted, sorted.toSorted().toReversed(), what)
    const pages = await Promise.all([1, 2, 3].map((page) => list(`${what}?limit=2&page=${page}`)))
    t.same(
      pages.flatMap((page) => page.items),
      items.slice(0, 6),
      what,
    )
    t.ok(pages.every((page) => page.total === total))
  }
})

t.test('deals and orders between two times, both included', async (t) => {
  const { items } = await list('deals')
  const [from, to] = [String(items[9]?.['at']), String(items[3]?.['at'])]
  const between = await list(`deals?from=${from}&to=${to}`)
  t.same(
    between.items,
    items.filter(({ at }) => String(at) >= from && String(at) <= to),
  )
  t.equal(between.total, between.items.length)
  t.equal((await list('deals?to=2020-01-01')).total, 0)
  t.equal((await list('orders/history?from=2100-01-01')).total, 0)
  t.equal((await list(`orders/history?from=${from.slice(0, 10)}`)).total, 12)
})

t.test('closed positions from a time to before another', async (t) => {
  const { items } = await list('positions/closed')
  const [newest, , oldest] = items.map(({ closed_at }) => String(closed_at))
  const within = await list(`positions/closed?from=${oldest}&to=${newest}&action=any`)
  t.same(
    within.items,
    items.filter(({ closed_at }) => String(closed_at) >= String(oldest) && closed_at !== newest),
  )
  for (const query of ['from=2026-01-01', 'to=x', `from=${newest}&to=${newest}`]) {
    const refused = await front.ask(`GET /admin/v1/positions/closed?${query}`, 'admin')
    t.match(refused, { status: 400, code: 'invalid_input' }, query)
  }
  for (const query of [`group=${'x'.repeat(129)}`, `symbol=${'x'.repeat(65)}`, 'limit=1001']) {
    const refused = await front.ask(`GET /admin/v1/positions/closed?${query}`, 'admin')
    t.match(refused, { status: 400, fields: [query.split('=')[0]] }, query)
  }
})

t.test('totals are over every match, amounts as they are', async (t) => {
  const all = await list('positions/closed?limit=1')
  t.match(all.totals, { count: 4, volume: '0.4', swap: '0.00', fee: '0.00', commission: '0.00' })
  const yen = await list(`positions/closed?login=${yuki}`)
  const dollars = await list('positions/closed?company=Openfloor+Demo&symbol=EURUSD&limit=1')
  const profit = Number(yen.totals?.['profit'])
  t.ok(Number.isInteger(profit) && profit < 0, 'a loss in yen')
  t.equal(all.totals?.['profit'], (profit - 3).toFixed(2))
  t.equal(dollars.items.length, 1)
  t.match((await list('positions/closed?group=real*standard')).totals, {
    count: 1,
    profit: '-1.00',
    volume: '0.1',
  })
  t.match((await list(`positions/closed?login=${yuki}`)).totals, { profit: String(profit) })
})

t.test('open positions are by login and id, with live figures', async (t) => {
  const page = await list('positions')
  t.same(
    page.items.map(({ login }) => login),
    logins,
  )
  t.same(
    page.items.map(({ id }) => id),
    open,
  )
  for (const row of page.items) {
    const own = await front.ask('GET /trader/v1/positions', row['login'] as number)
    t.same(own.data, [row], 'the same as its holder sees')
    t.type(row['price_current'], 'string')
  }
  const pages = await Promise.all([1, 2].map((n) => list(`positions?limit=3&page=${n}`)))
  t.same(
    pages.flatMap(({ items }) => items),
    page.items,
  )
  t.ok(pages.every(({ total }) => total === 4))
})

t.test('positions are counted by the same filters, whatever the page', async (t) => {
  const count = (query: string, as = 'admin') =>
    front.ask(`GET /admin/v1/positions/count?${query}`, as)
  t.same((await count('')).data, { total: 4 })
  t.same((await count('limit=1&page=9')).data, { total: 4 })
  t.same((await count('', 'real only')).data, { total: 3 })
  t.same((await count('symbol=eurusd')).data, { total: 0 })
  t.same((await count(`login=${ada}&symbol=usdjpy`)).data, { total: 1 })
})

t.test('a position is read by its id, within scope', async (t) => {
  const read = (id: number | string, as = 'admin') => front.ask(`GET /admin/v1/positions/${id}`, as)
  const [first = 0] = open
  const { items } = await list(`positions?login=${ada}`)
  t.same((await read(first)).data, items[0])
  const [closed] = (await list(`positions/closed?login=${ada}`)).items
  t.match(await read(closed?.['position_id'] as number), { status: 404, code: 'not_found' })
  t.match(await read(999_999_999), { status: 404, code: 'not_found' })
  t.match(await read('0'), { status: 400 })
})

t.test('stored values stay, and live ones are null, while trading is away', async (t) => {
  const { back } = await front.killShardOf(ada)
  const page = await list('positions')
  const [row] = page.items.filter(({ login }) => login === ada)
  t.match(row, { volume: '0.1', symbol: 'USDJPY', price_current: null, profit: null, margin: null })
  const others = page.items.filter(({ login }) => ((login as number) - ada) % 2 !== 0)
  t.ok(others.length > 0 && others.every(({ profit }) => profit !== null), 'of the other shard')
  t.match(await front.ask('GET /admin/v1/orders', 'admin'), { status: 200, data: { total: 0 } })
  await back
})

t.test('a fence ahead of the projection is pending: empty, and when to ask again', async (t) => {
  for (const what of LISTS) {
    const path = `GET /admin/v1/${what}?min_projection_seq=9223372036854775807`
    const { data } = await front.ask(path, 'admin')
    t.match(data, { items: [], total: 0, consistency: 'projection_pending' }, what)
    t.equal(data['retry_after_ms'], 1000)
  }
})

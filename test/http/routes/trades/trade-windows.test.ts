import t from 'tap'
import { serverServices } from '../../../../http/front/handler-services.js'
import { tradeSums } from '../../../../http/routes/trades/trade-sums.js'
import { AccountFront, YEN } from '../../../given/fronts/account-front.js'
import { deposit, funded, OPEN, settled, trade } from '../../../given/records/trades.js'

// Windows onto positions, pending and finished orders, deals and closed positions, held against the lists by pages.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
await front.quoted('USDJPY')
front.price(euro.id, 110_000, 110_010)

const ada = await funded(front)
const bob = await funded(front, { group: 'real\\standard' })
const yuki = await front.open({ group: YEN })
await deposit(front, yuki, '1000000')
let lastSeq = '0'

async function traded(login: number, body: object): Promise<number> {
  const { data, status, message } = await trade(front, login, body)
  if (status !== 200) throw new Error(message)
  lastSeq = String(data['projection_seq'] ?? lastSeq)
  return data['position_id'] as number
}

/** Each opens three and closes the first, in turns, so that the shards' numbers interleave in time. */
const PENDING = { kind: 'place', order_kind: 'limit', price: '1.05' }
for (const login of [ada, bob, yuki]) {
  const first = await traded(login, { ...OPEN, comment: 'First Ä' })
  await traded(login, { ...OPEN, symbol: 'USDJPY', side: 'sell' })
  await traded(login, { ...OPEN, volume: '0.20' })
  await traded(login, { ...OPEN, ...PENDING })
  const { data } = await trade(front, login, { ...OPEN, ...PENDING, volume: '0.30' })
  await traded(login, { kind: 'delete', order_id: data['order_id'] })
  await traded(login, { kind: 'close', position_id: first })
}
// A staff account has deals, too, and is not a trading account.
lastSeq = String(await deposit(front, 1, '10000'))

type Row = Readonly<Record<string, unknown>>
const WINDOWS = {
  positions: ['positions/window', 'id', 'positions', 'opened_at'],
  orders: ['orders/window', 'id', 'orders', 'created_at'],
  history: ['orders/history/window', 'id', 'orders/history', 'done_at'],
  deals: ['deals/window', 'id', 'deals', 'at'],
  closed: ['positions/closed/window', 'position_id', 'positions/closed', 'closed_at'],
} as const
type Kind = keyof typeof WINDOWS
const KINDS = Object.keys(WINDOWS) as Kind[]

async function show(kind: Kind, query: Row = {}, as = 'admin', count = '') {
  const [path, number] = WINDOWS[kind]
  const text = Object.entries(query).map(([name, value]) => {
    const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}=${encodeURIComponent(plain)}`
  })
  const answer = await front.ask(`GET /admin/v1/${path}${count}?${text.join('&')}`, as)
  const items = (answer.data?.['items'] ?? []) as Row[]
  return { ...answer, items, numbers: items.map((row) => row[number]) }
}

/** The rows as the list by pages has them, by number. */
async function listed(kind: Kind, as = 'admin', query = ''): Promise<Row[]> {
  const [, number, path] = WINDOWS[kind]
  const page = await settled(front, `GET /admin/v1/${path}?limit=1000${query}`, as, lastSeq)
  return page.items.toSorted((a, b) => Number(a[number]) - Number(b[number]))
}

const is = (field: string, value: unknown, op = 'eq') => [{ field, op, value }]

t.test('a window has the rows of the list, in scope, in either direction', async (t) => {
  for (const kind of KINDS) {
    const [, number, , time] = WINDOWS[kind]
    for (const as of ['admin', 'real only']) {
      const rows = await listed(kind, as)
      const shown = await show(kind, {}, as)
      t.same(shown.items, rows, `${kind} ${as}`)
      t.match(shown.data, { consistency: 'current', has_before: false, has_after: false })
      const falling = await show(kind, { sort: `-${number}` }, as)
      t.same(falling.numbers, rows.map((row) => row[number]).reverse())
      const counted = await show(kind, {}, as, '/count')
      t.match(counted.data, { resource: kind, total: rows.length })
      const byTime = rows.toSorted((a, b) => {
        return (
          String(a[time]).localeCompare(String(b[time])) || Number(a[number]) - Number(b[number])
        )
      })
      t.same((await show(kind, { sort: time }, as)).items, byTime, `${kind} by ${time}`)
    }
    t.match(await show(kind, {}, 'without trades'), { status: 403, code: 'forbidden' })
  }
})

t.test('cursors, anchors and offsets go through a window in any order', async (t) => {
  for (const kind of KINDS) {
    const [, , , time] = WINDOWS[kind]
    for (const sort of [time, `-${time}`, 'symbol', '-login']) {
      for (const as of sort === time ? ['admin', 'real only'] : ['admin']) {
        const all = (await show(kind, { sort }, as)).numbers
        const found: unknown[] = []
        let page = await show(kind, { sort, limit: 2 }, as)
        for (;;) {
          found.push(...page.numbers)
          if (page.data['has_after'] !== true) break
          const cursor = page.data['after']
          page = await show(kind, { sort, limit: 2, edge: 'after', cursor }, as)
        }
        t.same(found, all, `${kind} ${sort} ${as}`)
        const before = { sort, limit: 2, edge: 'before', cursor: page.data['before'] }
        const back = await show(kind, before, as)
        t.same(back.numbers, all.slice(0, all.length - page.numbers.length).slice(-2))
        const from = await show(kind, { sort, limit: 2, edge: 'from', offset: 1 }, as)
        t.same(from.numbers, all.slice(1, 3), `${kind} ${sort} from`)
        t.equal(from.data['first_offset'], 1)
        const around = await show(kind, { sort, limit: 3, edge: 'around', anchor: all[1] }, as)
        t.same(around.numbers, all.slice(0, 3), `${kind} ${sort} around`)
        t.same((await show(kind, { sort, edge: 'last', limit: 2 }, as)).numbers, all.slice(-2))
      }
    }
    t.match(await show(kind, { edge: 'around', anchor: 999_999_999 }), { status: 404 })
  }
})

t.test('a symbol is known by name before a row of it was ever read', async (t) => {
  // The threads that read windows have not seen a symbol of these yet.
  const fresh = await AccountFront.start(t)
  const pound = await fresh.quoted('GBPUSD')
  fresh.price(pound.id, 130_000, 130_010)
  const login = await funded(fresh)
  const { data } = await trade(fresh, login, { ...OPEN, symbol: 'GBPUSD' })
  const filter = encodeURIComponent(JSON.stringify(is('symbol', 'GBPUSD')))
  const asked = `GET /admin/v1/deals/window?sort=-at&filter=${filter}`
  const { items } = await settled(fresh, asked, 'admin', data['projection_seq'])
  t.match(items, [{ symbol: 'GBPUSD', entry: 'in' }])
})

t.test('filters take what their fields say, and the count goes by them', async (t) => {
  const rowsOf = async (kind: Kind, takes: (row: Row) => boolean) =>
    (await listed(kind)).filter(takes)
  const sell = (row: Row): boolean => row['side'] === 'sell'
  const cases: [Kind, unknown, (row: Row) => boolean][] = [
    ['positions', is('side', 'sell'), sell],
    ['positions', is('volume', '0.15', 'ge'), (row) => row['volume'] === '0.2'],
    ['positions', is('symbol', 'eur', 'starts'), (row) => row['symbol'] === 'EURUSD'],
    ['positions', is('dealer', null), () => true],
    [
      'positions',
      [[...is('side', 'sell'), ...is('login', bob)]],
      (row) => sell(row) || row['login'] === bob,
    ],
    ['orders', is('kind', 'LIMIT'), () => true],
    ['orders', is('volume_current', '1', 'gt'), () => false],
    ['history', is('state', 'cancelled'), (row) => row['state'] === 'cancelled'],
    ['history', is('position_id', null), (row) => row['position_id'] === null],
    ['history', is('volume_initial', '0.2', 'ge'), (row) => Number(row['volume_initial']) >= 0.2],
    ['deals', is('action', 'deposit'), (row) => row['action'] === 'deposit'],
    ['deals', is('entry', 'out'), (row) => row['entry'] === 'out'],
    ['deals', is('position_id', null), (row) => row['position_id'] === null],
    ['deals', is('symbol', ''), (row) => row['symbol'] === null],
    ['closed', is('comment', 'T ä', 'contains'), () => true],
    ['closed', is('close_reason', 'client'), () => true],
    ['closed', is('login', [ada, yuki], 'in'), (row) => row['login'] !== bob],
  ]
  for (const [kind, filter, takes] of cases) {
    const rows = await rowsOf(kind, takes)
    const said = `${kind} ${JSON.stringify(filter)}`
    t.same((await show(kind, { filter })).items, rows, said)
    t.same((await show(kind, { filter }, 'admin', '/count')).data['total'], rows.length, said)
  }
})

t.test('one account, a group and times narrow what is looked at', async (t) => {
  for (const kind of KINDS) {
    const [, number] = WINDOWS[kind]
    const all = await listed(kind)
    const own = all.filter(({ login }) => login === bob)
    t.same((await show(kind, { login: bob })).items, own, kind)
    t.same((await show(kind, { login: bob }, 'admin', '/count')).data['total'], own.length)
    const falling = await show(kind, { login: bob, sort: `-${number}`, limit: 1 })
    t.same(falling.items, own.slice(-1))
    t.same(
      (await show(kind, { group: 'demo*' })).items,
      all.filter(({ login }) => login === ada),
    )
    t.same((await show(kind, { login: ada }, 'real only')).items, [], 'out of scope')
    t.same((await show(kind, { login: 1 })).items, [], 'no trading account')
  }
  for (const kind of ['history', 'deals', 'closed'] as const) {
    const [, , , time] = WINDOWS[kind]
    const all = await listed(kind)
    const times = all.map((row) => String(row[time])).toSorted()
    const [from = '', to = ''] = [times[1], times.at(-2)]
    const between = all.filter((row) => String(row[time]) >= from && String(row[time]) <= to)
    for (const sort of [time, '-login']) {
      const shown = await show(kind, { from, to, sort })
      t.same(new Set(shown.items), new Set(between), `${kind} ${sort}`)
    }
    t.same((await show(kind, { from, to }, 'admin', '/count')).data['total'], between.length)
    t.same(
      (await show(kind, { from, to, login: bob })).items,
      between.filter((row) => row['login'] === bob),
    )
    t.match(await show(kind, { from: '2100-01-01' }), { status: 200, items: [] })
    t.match(await show(kind, { from: '2026-02-30' }), { status: 400, fields: ['from'] })
  }
  t.match(await show('positions', { from: '2026-02-01' }), { status: 400, fields: ['from'] })
})

t.test('rows have the fields that are asked for, and their number', async (t) => {
  for (const kind of KINDS) {
    const [, number] = WINDOWS[kind]
    const { items } = await show(kind, { fields: 'symbol,login', limit: 1 })
    t.same(Object.keys(items[0] ?? {}).toSorted(), [number, 'login', 'symbol'].toSorted())
    t.match(await show(kind, { fields: 'nothing' }), { status: 400, fields: ['fields'] })
  }
  const [live] = (await show('positions', { fields: 'profit,price_current', limit: 1 })).items
  t.match(live, { profit: String, price_current: String })
})

t.test('what is no question of the window is refused, and so is a foreign cursor', async (t) => {
  for (const kind of KINDS) {
    const first = await show(kind, { limit: 1 })
    const cursor = first.data['after']
    const refused = { status: 400, code: 'invalid_input' }
    for (const [query, field] of [
      [{ edge: 'after', cursor, sort: 'symbol' }, 'cursor'],
      [{ edge: 'after', cursor, group: 'real*' }, 'cursor'],
      [{ sort: 'profit' }, 'sort'],
      [{ filter: is('group', 'x') }, 'filter[0].field'],
      [{ filter: is('side', 1) }, 'filter[0].value'],
      [{ offset: 1 }, 'offset'],
      [{ edge: 'from', offset: 999 }, 'offset'],
      [{ limit: 101 }, 'limit'],
      [{ page: 1 }, 'page'],
    ] as const) {
      t.match(await show(kind, query), { ...refused, fields: [field] }, JSON.stringify(query))
    }
    const ahead = await show(kind, { min_projection_seq: '9223372036854775807' })
    t.match(ahead.data, { consistency: 'projection_pending', items: [], retry_after_ms: 1000 })
  }
})

/** Decimal texts added up exactly, as a number of 1e-8. */
const added = (rows: readonly Row[], field: string): bigint =>
  rows.reduce((sum, row) => sum + scaled(row[field] ?? '0'), 0n)

function scaled(text: unknown): bigint {
  const [whole = '0', fraction = ''] = String(text).split('.')
  const sign = whole.startsWith('-') ? -1n : 1n
  return BigInt(whole) * 100_000_000n + sign * BigInt(fraction.padEnd(8, '0'))
}

const SUMMED = {
  positions: ['volume', 'swap', 'profit'],
  orders: ['volume_initial', 'volume_current'],
  history: ['volume_initial', 'volume_current'],
  deals: ['volume', 'profit', 'swap', 'commission', 'fee', 'balance', 'credit'],
  closed: ['volume', 'profit', 'swap', 'commission', 'fee'],
} as const

t.test('sums are those of all rows that the filter takes, by currency', async (t) => {
  const currencyOf = (row: Row): string => (row['group'] === YEN ? 'JPY' : 'USD')
  const buys = { filter: is('side', 'buy') }
  for (const kind of KINDS) {
    for (const [query, as] of [
      [{}, 'admin'],
      [{}, 'real only'],
      [buys, 'admin'],
      [{ login: bob }, 'admin'],
      [{ group: 'demo*' }, 'admin'],
    ] as const) {
      const { items: rows } = await show(kind, query, as)
      // The amount of a balance operation is no profit.
      const items = rows.map((row) =>
        row['entry'] === 'balance' ? { ...row, profit: '0', balance: row['profit'] } : row,
      )
      const { data } = await show(kind, { ...query, sums: true }, as, '/count')
      const said = `${kind} ${as} ${JSON.stringify(query)}`
      t.equal(data['total'], items.length, said)
      const sums = data['sums'] as Row[]
      t.same(
        sums.map(({ currency }) => currency),
        [...new Set(items.map(currencyOf))].toSorted(),
        said,
      )
      for (const sum of sums) {
        const own = items.filter((row) => currencyOf(row) === sum['currency'])
        t.equal(sum['count'], own.length, said)
        for (const field of SUMMED[kind])
          t.equal(scaled(sum[field]), added(own, field), `${said} ${field}`)
      }
    }
    t.same((await show(kind, {}, 'admin', '/count')).data['sums'], null, 'nobody asked for them')
    const filter = is('login', 999_999_999)
    t.same((await show(kind, { filter, sums: true }, 'admin', '/count')).data['sums'], [])
    t.match(await show(kind, { sums: true }, 'without trades', '/count'), { status: 403 })
    t.match(await show(kind, { sums: true }), { status: 400, fields: ['sums'] }, 'of a page')
    const ahead = { sums: true, min_projection_seq: '9223372036854775807' }
    const pending = await show(kind, ahead, 'admin', '/count')
    t.match(pending.data, { total: null, sums: null, consistency: 'projection_pending' })
  }
  const [open] = (await show('positions', { sums: true }, 'admin', '/count')).data['sums'] as Row[]
  t.equal(open?.['unpriced'], 0)
})

t.test('positions without a price are in no profit, and neither are too many', async (t) => {
  const services = serverServices(front.supervisor)
  const held = [[ada, 999_999_999, 'demo\\standard']] as const
  const groups = [
    { group: 'demo\\standard', count: 1, sums: { volume: 10_000_000n, swap: -150n } },
    { group: 'gone', count: 1, sums: { volume: 1n, swap: 1n } },
  ]
  const sum = { currency: 'USD', count: 1, volume: '0.1', swap: '-1.50', unpriced: 1 }
  t.same(await tradeSums(services, 'positions', groups, held), [{ ...sum, profit: '0.00' }])
  t.same(await tradeSums(services, 'positions', groups, null), [{ ...sum, profit: null }])
})

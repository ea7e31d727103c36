import t from 'tap'
import { bigScaledFromText, textFromScaled } from '../../../../engine/numbers/decimal.js'
import { moment } from '../../../given/desk.js'
import { AccountFront, YEN } from '../../../given/fronts/account-front.js'
import { Ledger } from '../../../given/records/ledger.js'
import {
  deposit,
  funded,
  OPEN,
  type Page,
  recordsOf,
  settled,
  trade,
} from '../../../given/records/trades.js'

// The open and the past trades of an account, against books that are kept from the log alone.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
await front.quoted('USDJPY')
await front.quoted('BTCUSD')

const [ada, bob, yuki] = [
  await funded(front),
  await funded(front, { group: 'real\\standard' }),
  await front.open({ group: YEN }),
]
await deposit(front, yuki, '1000000')
let lastSeq = '0'

/** Opens and closes in parts, at prices that move. */
async function tradeSome(login: number, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    front.price(euro.id, 110_000 + 7 * n, 110_010 + 7 * n)
    const side = n % 2 === 0 ? 'buy' : 'sell'
    const { data } = await trade(front, login, { ...OPEN, side, comment: `n ${n}` })
    front.price(euro.id, 110_000 - 5 * n, 110_010 - 5 * n)
    const { position_id } = data
    await trade(front, login, { kind: 'close', position_id, volume: '0.03' })
    const last = await trade(front, login, { kind: 'close', position_id })
    lastSeq = String(last.data['projection_seq'])
  }
  const open = await trade(front, login, { ...OPEN, side: 'sell' })
  lastSeq = String(open.data['projection_seq'])
}
await tradeSome(ada, 6)
await tradeSome(bob, 3)
await tradeSome(yuki, 2)

async function ledgerOf(login: number): Promise<Ledger> {
  const ledger = new Ledger(login)
  for (const record of await recordsOf(front, login)) ledger.add(record)
  return ledger
}

const PATHS = [
  ['GET /trader/v1', true],
  ['GET /admin/v1/accounts/', false],
] as const

/** The same list as its holder and as staff read it. */
async function both(
  t: { same(found: unknown, wanted: unknown, says: string): unknown },
  login: number,
  what: string,
): Promise<Page> {
  const own = await settled(front, `GET /trader/v1/${what}`, login, lastSeq)
  const path = `GET /admin/v1/accounts/${login}/${what}`
  const theirs = await settled(front, path, 'admin', lastSeq)
  // The shard logs marks of time, too, so the tables may have come further between the two.
  t.same(
    { ...theirs, projection_seq: null },
    { ...own, projection_seq: null },
    `${what}: staff see the same`,
  )
  return own
}

function sum(rows: Page['items'], digits: number, ...fields: string[]): bigint {
  let total = 0n
  for (const row of rows) {
    for (const field of fields) total += bigScaledFromText(String(row[field]), digits) as bigint
  }
  return total
}

t.test('deals add up to the balance, and are the deals of the log, newest first', async (t) => {
  for (const [login, digits] of [
    [ada, 2],
    [bob, 2],
    [yuki, 0],
  ] as const) {
    const ledger = await ledgerOf(login)
    const page = await both(t, login, 'deals')
    t.equal(sum(page.items, digits, 'profit', 'swap', 'commission', 'fee'), ledger.balance)
    const deals = ledger.events.flatMap((event, i) =>
      event.type === 'deal' ? [{ id: event.id, seq: String(i + 1) }] : [],
    )
    t.match(page.items, deals.toReversed())
    t.equal(page.total, deals.length)
    const { data } = await front.ask('GET /trader/v1/account', login)
    t.equal(data['balance'], textFromScaled(ledger.balance, digits))
  }
})

t.test('a deal is whole: what it moved, at what, in which order and position', async (t) => {
  const { items } = await both(t, ada, 'deals')
  t.match(items[0], {
    login: ada,
    group: 'demo\\standard',
    symbol: 'EURUSD',
    digits: 5,
    contract_size: '100000',
    volume: '0.1',
    entry: 'in',
    action: 'sell',
    side: 'sell',
    profit: '0.00',
    swap: '0.00',
    commission: '0.00',
    fee: '0.00',
    credit: '0.00',
    reason: 'client',
    origin: { kind: 'terminal', by: ada },
    comment: null,
    at: /^\d{4}-.*Z$/,
  })
  t.type(items[0]?.['order_id'], 'number')
  t.same(items.at(-1), {
    id: items.at(-1)?.['id'],
    order_id: null,
    position_id: null,
    login: ada,
    group: 'demo\\standard',
    symbol: null,
    digits: null,
    contract_size: null,
    client_order_id: null,
    volume: null,
    price: null,
    entry: 'balance',
    action: 'deposit',
    side: null,
    profit: '10000.00',
    swap: '0.00',
    commission: '0.00',
    fee: '0.00',
    credit: '0.00',
    reason: 'dealer',
    origin: { kind: 'dealer', by: items.at(-1)?.['dealer'] },
    comment: null,
    seq: '1',
    dealer: items.at(-1)?.['dealer'],
    at: items.at(-1)?.['at'],
  })
})

t.test('orders are those of the log, newest first', async (t) => {
  const ledger = await ledgerOf(ada)
  const page = await both(t, ada, 'orders/history')
  const orders = ledger.events.filter((event) => event.type === 'order')
  t.same(
    page.items.map(({ id }) => id),
    orders.map(({ id }) => id).toReversed(),
  )
  t.match(page.items[0], {
    kind: 'market',
    side: 'sell',
    state: 'filled',
    symbol: 'EURUSD',
    digits: 5,
    volume_initial: '0.1',
    volume_current: '0',
    trigger_price: null,
    stop_loss: null,
    take_profit: null,
    expiration: 'gtc',
    expires_at: null,
    reason: 'client',
    origin: { kind: 'terminal', by: ada },
    contract_size: '100000',
  })
})

t.test('closed positions are sums of their deals, and totals are of every match', async (t) => {
  for (const [login, digits, count] of [
    [ada, 2, 6],
    [yuki, 0, 2],
  ] as const) {
    const deals = await both(t, login, 'deals')
    const page = await both(t, login, 'positions/closed?limit=1000')
    t.equal(page.total, count)
    for (const row of page.items) {
      const own = deals.items.filter(({ position_id }) => position_id === row['position_id'])
      for (const field of ['profit', 'swap', 'commission', 'fee']) {
        t.equal(sum([row], digits, field), sum(own, digits, field), field)
      }
      const out = own.filter(({ entry }) => entry === 'out')
      t.equal(sum([row], 8, 'volume'), sum(out, 8, 'volume'))
      const [last] = out
      const end = { price_close: last?.['price'], closed_at: last?.['at'] }
      t.match(row, { ...end, close_reason: last?.['reason'] })
    }
    const first = await both(t, login, 'positions/closed?limit=1')
    t.equal(first.items.length, 1)
    t.same(first.totals, page.totals, 'of all, whatever the page')
    for (const field of ['profit', 'swap', 'commission', 'fee']) {
      t.equal(first.totals?.[field], textFromScaled(sum(page.items, digits, field), digits))
    }
    t.match(first.totals, { count, volume: `0.${count}` })
  }
})

t.test('a closed position says why it was opened, and why it was closed', async (t) => {
  const login = await funded(front)
  const opened = async (stops = {}) => {
    front.price(euro.id, 110_000, 110_010)
    return (await trade(front, login, { ...OPEN, ...stops })).data['position_id']
  }
  const goneAt = async (bid: number) => {
    front.price(euro.id, bid, bid + 10)
    while (((await front.ask('GET /trader/v1/positions', login)).data as object as []).length > 0) {
      await moment()
    }
  }
  await opened({ take_profit: '1.10100' })
  await goneAt(110_200)
  await opened({ stop_loss: '1.09900' })
  await goneAt(109_800)
  const part = { kind: 'close', position_id: await opened(), volume: '0.04' }
  await trade(front, login, part)
  await front.ask(`POST /admin/v1/accounts/${login}/trade`, 'admin', { ...part, volume: '0.06' })
  const last = await trade(front, login, { kind: 'close', position_id: await opened() })
  lastSeq = String(last.data['projection_seq'])
  const { items } = await both(t, login, 'positions/closed')
  t.same(
    items.map(({ reason, close_reason }) => [reason, close_reason]),
    ['client', 'dealer', 'sl', 'tp'].map((why) => ['client', why]),
  )
})

t.test('open positions are live, from memory, and as the log has them', async (t) => {
  front.price(euro.id, 109_950, 109_960)
  for (const login of [ada, bob]) {
    const ledger = await ledgerOf(login)
    const { data } = await front.ask('GET /trader/v1/positions', login)
    const rows = data as unknown as Page['items']
    t.same(
      rows.map(({ id }) => id),
      [...ledger.positions.keys()],
    )
    const [row] = rows
    const opened = [...ledger.positions.values()][0]?.priceOpen ?? 0
    t.match(row, {
      login,
      side: 'sell',
      volume: '0.1',
      symbol: 'EURUSD',
      price_current: '1.09960',
      profit: textFromScaled((opened - 109_960) * 10, 2),
      swap: '0.00',
      trailing_pts: null,
      stop_loss: null,
      take_profit: null,
      version: 1,
      dealer: null,
      digits: 5,
      contract_size: '100000',
      external_id: null,
      reason: 'client',
    })
    const account = await front.ask('GET /trader/v1/account', login)
    const money = account.data['money'] as Record<string, string>
    t.match(row, { profit: money['profit'], margin: money['margin'] }, 'the only one: all of it')
    t.same((await front.ask(`GET /admin/v1/accounts/${login}/positions`, 'admin')).data, data)
  }
})

t.test('without orders that rest their lists are empty', async (t) => {
  t.match(await front.ask('GET /trader/v1/orders', ada), { status: 200, data: [] })
  const staff = await front.ask(`GET /admin/v1/accounts/${ada}/orders`, 'admin')
  t.match(staff, { status: 200, data: [] })
  const all = await front.ask('GET /admin/v1/orders', 'admin')
  t.match(all, { status: 200, data: { items: [], page: 1, total: 0 } })
})

t.test('pages do not overlap, and times are included', async (t) => {
  const all = (await both(t, ada, 'deals?limit=1000')).items
  const pages = await Promise.all(
    [1, 2, 3].map((page) => both(t, ada, `deals?limit=4&page=${page}`)),
  )
  t.same(
    pages.flatMap(({ items }) => items),
    all.slice(0, 12),
  )
  t.ok(pages.every(({ total }) => total === all.length))
  const [from, to] = [String(all[9]?.['at']), String(all[2]?.['at'])]
  const between = await both(t, ada, `deals?from=${from}&to=${to}&limit=1000`)
  t.same(
    between.items,
    all.filter(({ at }) => String(at) >= from && String(at) <= to),
  )
  const today = from.slice(0, 10)
  t.equal((await both(t, ada, `deals?from=${today}`)).total, all.length)
  t.equal((await both(t, ada, 'deals?to=2020-01-01')).total, 0)
})

t.test('parameters are taken up to their bounds and no further', async (t) => {
  for (const what of ['deals', 'orders/history', 'positions/closed']) {
    for (const [path, own] of PATHS) {
      const target = own ? `${path}/${what}` : `${path}${ada}/${what}`
      const as = own ? ada : 'admin'
      for (const query of ['limit=1', 'limit=1000', 'page=1', 'from=&to=']) {
        t.match(await front.ask(`${target}?${query}`, as), { status: 200 }, `${what} ${query}`)
      }
      const faults = ['limit=0', 'limit=1001', 'page=0', 'from=x', 'to=2026-02-30', 'symbol=EURUSD']
      for (const query of [...faults, 'min_projection_seq=-1']) {
        const refused = await front.ask(`${target}?${query}`, as)
        t.match(refused, { status: 400, fields: [query.split('=')[0]] }, `${what} ${query}`)
      }
      const huge = `${target}?min_projection_seq=9223372036854775808`
      t.match(await front.ask(huge, as), { status: 400, code: 'invalid_input' })
      const swapped = await front.ask(`${target}?from=2026-01-02&to=2026-01-01`, as)
      t.match(swapped, { status: 400, fields: ['to'] })
      const ahead = await front.ask(`${target}?min_projection_seq=9223372036854775807`, as)
      t.match(ahead.data, { items: [], total: 0, consistency: 'projection_pending' })
      t.equal(ahead.data['retry_after_ms'], 1000)
    }
  }
})

t.test("an account's journal has the lines about it alone", async (t) => {
  const { data } = await front.ask(`GET /admin/v1/accounts/${bob}/journal`, 'admin')
  const { items } = data as unknown as Page
  t.match(items.at(-1), { kind: 'account.created', login: bob })
  t.ok(items.every(({ login }) => login === bob))
  const path = `GET /admin/v1/accounts/${bob}/journal?login=${ada}`
  t.match(await front.ask(path, 'admin'), { status: 400, fields: ['login'] })
})

t.test('sessions of an account are told with where they are', async (t) => {
  const facts = front.heldSession(ada, { ip: '192.0.2.7', userAgent: 'Mozilla (Windows NT 10.0)' })
  const path = `GET /admin/v1/accounts/${ada}/sessions`
  const { data } = await front.ask(path, 'admin')
  const account = await front.ask('GET /trader/v1/account', ada)
  const { equity } = account.data['money'] as { equity: string }
  t.match(data, [
    {
      login: ada,
      session: facts.id,
      ip: '192.0.2.7',
      os: 'Windows',
      staff: false,
      read_only: false,
      sockets: 0,
      equity,
      group: 'demo\\standard',
      name: '',
      since: /^\d{4}-.*Z$/,
    },
  ])
  const hidden = await front.ask(path, 'without names')
  t.match(hidden.data, [{ name: null, last_name: null }])
})

t.test('a row renders also when its symbol has another name', async (t) => {
  const path = `/admin/v1/symbols/${euro.id}`
  const { data } = await front.ask(`GET ${path}`, 'admin')
  const renamed = { version: data['version'], path: 'Forex\\Old\\EURUSD.old' }
  t.match(await front.ask(`PATCH ${path}`, 'admin', renamed), { status: 200 })
  t.match((await both(t, ada, 'deals')).items[0], { symbol: 'EURUSD.old', digits: 5 })
  t.match((await front.ask('GET /trader/v1/positions', ada)).data, [{ symbol: 'EURUSD.old' }])
})

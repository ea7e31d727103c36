import t from 'tap'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { Ledger } from '../../../given/records/ledger.js'
import {
  funded,
  OPEN,
  type Page,
  recordsOf,
  settled,
  trade,
} from '../../../given/records/trades.js'

// Orders that rest, over REST: each kind's answer, the lists they are in, and what becomes of them.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
await front.quoted('USDJPY')
front.price(euro.id, 110_000, 110_010)

const PLACE = {
  kind: 'place',
  symbol: 'EURUSD',
  side: 'buy',
  order_kind: 'limit',
  volume: '0.10',
  price: '1.05',
}
const ada = await funded(front)
const bob = await funded(front, { group: 'real\\standard' })

/** Changes a setting as the administrator. */
async function change(what: string, over: object): Promise<void> {
  const { data } = await front.ask(`GET /admin/v1/${what}`, 'admin')
  const patched = { version: data['version'], ...over }
  const { status, message } = await front.ask(`PATCH /admin/v1/${what}`, 'admin', patched)
  if (status !== 200) throw new Error(message)
}

async function done(login: number, body: object, code = 'ok'): Promise<Record<string, unknown>> {
  const answer = await trade(front, login, body)
  if (answer.code !== code) throw new Error(`${answer.code} ${answer.message}`)
  return answer.data
}

const place = (login: number, over: object = {}) =>
  done(login, { ...PLACE, ...over }, 'trade.placed')

const idsOf = ({ items }: Page) => items.map(({ id }) => id)

t.test(
  'a placed order is 200 trade.placed, and rests in every list until it is deleted',
  async (t) => {
    const placed = await trade(front, ada, {
      ...PLACE,
      stop_loss: '1.04',
      take_profit: '1.2',
      trailing_pts: 30,
      comment: 'dip',
      expiration: 'specified',
      expires_at: '2099-01-01T00:00:00Z',
      client_order_id: 'dip-1',
    })
    t.match(placed, { status: 200, code: 'trade.placed', message: '' })
    t.match(placed.data, {
      deal_id: null,
      position_id: null,
      volume: '0.1',
      price: '1.05000',
      bid: null,
    })
    const { order_id, projection_seq } = placed.data
    const row = {
      id: order_id,
      login: ada,
      group: 'demo\\standard',
      symbol: 'EURUSD',
      digits: 5,
      contract_size: '100000',
      kind: 'limit',
      side: 'buy',
      state: 'placed',
      volume_initial: '0.1',
      volume_current: '0.1',
      price: '1.05000',
      trigger_price: null,
      stop_loss: '1.04000',
      take_profit: '1.20000',
      trailing_pts: 30,
      deviation_pts: null,
      filling: null,
      expiration: 'specified',
      expires_at: '2099-01-01T00:00:00.000Z',
      position_id: null,
      by_position_id: null,
      oco_order_id: null,
      activated_at: null,
      done_at: null,
      reason: 'client',
      origin: { kind: 'terminal', by: ada },
      dealer: null,
      external_id: null,
      client_order_id: 'dip-1',
      session: `desktop:trader ${ada}`,
      comment: 'dip',
      version: 1,
      price_current: '1.10010',
    }
    const own = await front.ask('GET /trader/v1/orders', ada)
    const [found] = own.data as unknown as Page['items']
    t.same(own.data, [{ ...row, created_at: found?.['created_at'] }])
    t.same((await front.ask(`GET /admin/v1/accounts/${ada}/orders`, 'admin')).data, own.data)
    const all = await settled(front, 'GET /admin/v1/orders', 'admin', projection_seq)
    t.same(all.items, own.data, 'staff see the same')
    t.equal(all.total, 1)
    front.price(euro.id, 110_020, 110_030)
    t.match((await front.ask('GET /trader/v1/orders', ada)).data, [{ price_current: '1.10030' }])
    t.match((await front.ask('GET /admin/v1/orders', 'admin')).data, {
      items: [{ price_current: '1.10030' }],
    })

    const changed = await done(ada, { kind: 'change', order_id, price: '1.06' })
    t.match(changed, { order_id, price: '1.06000' })
    t.match(
      (await front.ask('GET /trader/v1/orders', ada)).data,
      [{ client_order_id: 'dip-1' }],
      'a change without a name leaves it',
    )
    const named = { kind: 'change', order_id, price: '1.06', client_order_id: 'dip-2' }
    t.match(await done(ada, named), { order_id, price: '1.06000' })
    const deleted = await done(ada, { kind: 'delete', order_id })
    t.same((await front.ask('GET /trader/v1/orders', ada)).data, [])
    const history = 'GET /trader/v1/orders/history'
    const page = await settled(front, history, ada, deleted['projection_seq'])
    t.match(
      page.items,
      [
        {
          ...row,
          state: 'cancelled',
          price: '1.06000',
          version: 4,
          client_order_id: 'dip-2',
          done_at: /Z$/,
        },
      ].map(({ price_current: _, ...rest }) => rest),
    )
    t.notOk('price_current' in (page.items[0] ?? {}), 'what is done has no live price')
    t.same(
      (await settled(front, 'GET /admin/v1/orders', 'admin', deleted['projection_seq'])).items,
      [],
    )
  },
)

t.test('lists of orders that rest: scope, filters, pages, and a fence', async (t) => {
  const ids: unknown[] = []
  for (const [login, over] of [
    [ada, {}],
    [ada, { symbol: 'USDJPY', price: '1.000' }],
    [bob, {}],
    [bob, { side: 'sell', price: '1.3' }],
  ] as const) {
    ids.push((await place(login, over))['order_id'])
  }
  const { projection_seq } = await place(bob, { order_kind: 'stop', price: '1.4' })
  const list = (query: string, as = 'admin') =>
    settled(front, `GET /admin/v1/orders?${query}`, as, projection_seq)
  const all = await list('limit=1000')
  t.equal(all.total, 5)
  t.same(
    all.items.map(({ login }) => login),
    [ada, ada, bob, bob, bob],
    'by login and id',
  )
  t.same(idsOf(all).slice(0, 4), ids)
  const cases: [query: string, total: number][] = [
    ['group=real*', 3],
    ['group=REAL/standard', 3],
    ['company=other', 0],
    [`login=${bob}`, 3],
    [`login=${ada}&group=real*`, 0],
    ['login=999999', 0],
    ['symbol=usdjpy', 1],
    ['symbol=NOSUCH', 0],
    [`symbol=eurusd&login=${ada}`, 1],
  ]
  const found = await Promise.all(cases.map(([query]) => list(query)))
  for (const [i, [query, total]] of cases.entries()) {
    t.equal(found[i]?.total, total, query)
    t.equal(found[i]?.items.length, total, query)
  }
  t.same(idsOf(await list('', 'real only')), idsOf(await list('group=real*')))
  const pages = await Promise.all([1, 2, 3].map((page) => list(`limit=2&page=${page}`)))
  t.same(pages.flatMap(idsOf), idsOf(all))
  t.ok(pages.every(({ total }) => total === 5))
  for (const query of ['limit=0', 'limit=1001', 'page=0', 'from=2026-01-01', 'login=x']) {
    const refused = await front.ask(`GET /admin/v1/orders?${query}`, 'admin')
    t.match(refused, { status: 400, fields: [query.split('=')[0]] }, query)
  }
  const ahead = await front.ask(
    'GET /admin/v1/orders?min_projection_seq=9223372036854775807',
    'admin',
  )
  t.match(ahead.data, { items: [], consistency: 'projection_pending', retry_after_ms: 1000 })
})

t.test('histories are by when an order was done, not by when it was made', async (t) => {
  const login = await funded(front)
  const first = (await place(login))['order_id']
  const second = (await place(login))['order_id']
  const market = (await done(login, OPEN))['order_id']
  await done(login, { kind: 'delete', order_id: second })
  const last = (await done(login, OPEN))['order_id']
  const { projection_seq } = await done(login, { kind: 'delete', order_id: first })
  const wanted = [first, last, second, market]
  const own = await settled(front, 'GET /trader/v1/orders/history', login, projection_seq)
  t.same(idsOf(own), wanted)
  const all = await settled(front, 'GET /admin/v1/orders/history', 'admin', projection_seq)
  t.same(
    idsOf(all).filter((id) => wanted.includes(id)),
    wanted,
  )
  const times = all.items.map((row) => String(row['done_at']))
  t.same(times, times.toSorted().toReversed(), 'of all accounts, too')
  t.equal(all.total, all.items.length)
  const from = String(own.items[2]?.['done_at'])
  const since = await settled(
    front,
    `GET /admin/v1/orders/history?from=${from}`,
    'admin',
    projection_seq,
  )
  t.same(
    since.items,
    all.items.filter((row) => String(row['done_at']) >= from),
  )
  t.equal(since.total, since.items.length)
  const symbol = 'GET /admin/v1/orders/history?symbol=USDJPY'
  t.equal((await settled(front, symbol, 'admin', projection_seq)).total, 0)
  const ledger = new Ledger(login)
  for (const record of await recordsOf(front, login)) ledger.add(record)
  t.equal(ledger.orders.size, 0)
})

t.test('Idempotency-Key: a repeat of place, change, stops and delete', async (t) => {
  const login = await funded(front)
  const { position_id } = await done(login, OPEN)
  const key = (name: string) => ({ 'idempotency-key': name })
  const placed = await trade(front, login, PLACE, key('p'))
  const { order_id } = placed.data
  const requests: [string, object][] = [
    ['p', PLACE],
    ['c', { kind: 'change', order_id, price: '1.04' }],
    ['s', { kind: 'stops', position_id, stop_loss: '1.04' }],
    ['d', { kind: 'delete', order_id }],
  ]
  for (const [name, body] of requests) {
    const first = await trade(front, login, body, key(name))
    const again = await trade(front, login, { ...body, client_order_id: name })
    const { status, code, data } = again
    t.same({ status, code, data }, { status: 200, code: first.code, data: first.data }, name)
    const other = await trade(front, login, { ...body, comment: 'x' }, key(name))
    t.match(other, { status: 409, code: 'conflict' })
  }
  t.same((await front.ask('GET /trader/v1/orders', login)).data, [])
})

t.test('a requote is 409 with prices and a quote_id, which is good for one deal', async (t) => {
  const login = await funded(front)
  await change(`symbols/${euro.id}`, { execution: 'instant' })
  front.price(euro.id, 110_000, 110_010)
  const asked = await trade(front, login, { ...OPEN, price: '1.09', client_order_id: 'r' })
  t.match(asked, { status: 409, code: 'trade.requote', message: /1.10000 \/ 1.10010/ })
  t.match(asked.data, { bid: '1.10000', ask: '1.10010', quote_id: /./, until: /Z$/ })
  // Two spreads of then: as far as the server honours its offer.
  front.price(euro.id, 110_020, 110_030)
  const { quote_id } = asked.data
  const taken = await trade(front, login, { ...OPEN, quote_id, client_order_id: 'r' })
  t.match(taken, { status: 200, data: { price: '1.10010', ask: '1.10030' } })
  t.match(await trade(front, login, { ...OPEN, quote_id }), {
    status: 409,
    code: 'trade.price_changed',
    data: { reason: 'trade.price_changed.offer_over' },
  })
  const ioc = await trade(front, login, { ...OPEN, filling: 'ioc' })
  t.match(ioc, { status: 409, code: 'trade.invalid_filling' })
  await change(`symbols/${euro.id}`, { execution: 'market' })
  front.price(euro.id, 110_000, 110_010)
})

t.test('the history has the deviation and the filling that a market order asked for', async (t) => {
  const login = await funded(front)
  const asked = { price: '1.10010', deviation_pts: 7, filling: 'fok' }
  const { position_id } = (await trade(front, login, { ...OPEN, ...asked })).data
  const closed = await trade(front, login, {
    kind: 'close',
    position_id,
    price: '1.10000',
    deviation_pts: 3,
  })
  const { projection_seq } = (await trade(front, login)).data
  const history = 'GET /trader/v1/orders/history'
  const page = await settled(front, history, login, projection_seq)
  t.match(
    page.items.map(({ id, deviation_pts, filling }) => [id, deviation_pts, filling]).toReversed(),
    [
      [position_id, 7, 'fok'],
      [closed.data['order_id'], 3, null],
      [/./, null, null],
    ],
  )
})

t.test('outside the trading hours 409, with the time from which it is again', async (t) => {
  const login = await funded(front)
  const { order_id } = await place(login)
  const weekday = (new Date().getUTCDay() + 2) % 7 || 7
  await change(`symbols/${euro.id}`, {
    sessions: [{ day: weekday, kind: 'trade', from_min: 0, to_min: 1440 }],
  })
  const bodies = [OPEN, PLACE, { kind: 'change', order_id, price: '1.04' }]
  for (const body of bodies) {
    t.match(await trade(front, login, body), {
      status: 409,
      code: 'trade.market_closed',
      message: /^EURUSD is not traded at this time\. It is again from 20.*T00:00:00\.000Z\.$/,
    })
  }
  const staff = await front.ask(`POST /admin/v1/accounts/${login}/trade`, 'admin', OPEN)
  t.match(staff, { status: 409, code: 'trade.market_closed' })
  t.match(await trade(front, login, { kind: 'delete', order_id }), { status: 200 })
  await change(`symbols/${euro.id}`, { sessions: [] })
  t.match(await trade(front, login), { status: 200 })
})

t.test('what staff place is theirs in the row and in the journal', async (t) => {
  const login = await funded(front)
  const path = `POST /admin/v1/accounts/${login}/trade`
  const placed = await front.ask(path, 'admin', PLACE)
  t.match(placed, { status: 200, code: 'trade.placed' })
  const { order_id } = placed.data
  t.match((await front.ask('GET /trader/v1/orders', login)).data, [
    { reason: 'dealer', origin: { kind: 'dealer' }, dealer: /\d+/ },
  ])
  await front.ask(path, 'admin', { kind: 'delete', order_id })
  const lines = await front.journal(login, 2)
  const what = `Account ${login}: order ${order_id}, buy limit 0.1 EURUSD at 1.05000, is`
  t.match(lines, [{ text: `${what} cancelled` }, { text: `${what} placed` }])
})

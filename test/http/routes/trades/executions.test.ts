import t from 'tap'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, OPEN, recordsOf, settled, trade } from '../../../given/records/trades.js'

// How an order was carried out is told with it: when it came and was told of, by which rule, asked for and given.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

type Row = Readonly<Record<string, unknown>>
type Whole = { readonly orders: readonly Row[]; readonly deals: readonly Row[] }

/** Asked again while a busy machine does not answer. */
async function one(kind: string, id: unknown): Promise<Whole> {
  for (;;) {
    const { status, data } = await front.ask(`GET /admin/v1/trades/${kind}/${id}`, 'admin')
    if (status !== 503) return data as unknown as Whole
  }
}

/** The trade once the times of its turn are in the tables, which a later turn writes. */
async function timed(kind: string, id: unknown): Promise<Whole> {
  for (;;) {
    const whole = await one(kind, id)
    if (whole.deals.every((deal) => deal['told_at'] !== null)) return whole
  }
}

const at = (row: Row | undefined, name: string) => Number(Date.parse(String(row?.[name])))

t.test('an order has its rule and its times, in their order', async (t) => {
  const begun = Date.now()
  const login = await funded(front)
  const opened = await trade(front, login)
  const { orders, deals } = await timed('deals', opened.data['deal_id'])
  const [order] = orders
  const [deal] = deals
  t.match(order, { rule_id: 1, price_asked: null, bid: null, ask: null, sent_at: null })
  t.type(order?.['rule'], 'string')
  t.match(deal, { bid: '1.10000', ask: '1.10010', slippage_pts: 0, slippage: '0' })
  t.equal(deal?.['slippage_currency'], 'USD')
  const times = ['received_at', 'decided_at', 'durable_at', 'told_at'].map((name) => order?.[name])
  t.same(times, times.toSorted(), 'each is no earlier than the one before')
  for (const time of times) t.match(time, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  t.same(
    ['decided_at', 'durable_at', 'told_at'].map((name) => deal?.[name]),
    times.slice(1),
  )
  t.ok(at(order, 'received_at') >= begun - 1_000 && at(order, 'told_at') <= Date.now() + 1_000)
})

t.test('asked and given are held against each other, above 0 for the client', async (t) => {
  const login = await funded(front)
  const asked = { price: '1.10015', deviation_pts: 10 }
  const better = await trade(front, login, { ...OPEN, ...asked })
  const worse = await trade(front, login, { ...OPEN, price: '1.10003', deviation_pts: 10 })
  const first = await timed('deals', better.data['deal_id'])
  t.match(first.orders, [{ price_asked: '1.10015' }])
  // 5 points of 0.1 lots of 100,000.
  t.match(first.deals, [{ price: '1.10010', slippage_pts: 5, slippage: '0.5' }])
  const second = await timed('deals', worse.data['deal_id'])
  t.match(second.deals, [{ price: '1.10010', slippage_pts: -7, slippage: '-0.7' }])
  const records = await recordsOf(front, login)
  checkLedger(records, replay(records, login))
})

t.test('a stop that closes asks for its level, an order that rested for its price', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login, { ...OPEN, stop_loss: '1.09900' })
  const limit = { kind: 'place', order_kind: 'limit', price: '1.09950' }
  const placed = await trade(front, login, { ...OPEN, ...limit })
  t.match((await one('orders', placed.data['order_id'])).orders, [{ price_asked: null }])
  front.price(euro.id, 109_880, 109_890)
  const position = opened.data['position_id']
  for (;;) if ((await one('positions', position)).deals.length === 2) break
  for (;;) if ((await one('orders', placed.data['order_id'])).deals.length === 1) break
  const closed = await timed('positions', position)
  t.match(closed.orders[1], { price_asked: '1.09900', received_at: null, reason: 'sl' })
  t.match(closed.deals[1], { price: '1.09880', slippage_pts: -20, slippage: '-2' })
  const filled = await timed('orders', placed.data['order_id'])
  t.match(filled.deals, [{ price: '1.09890', slippage_pts: 60, slippage: '6' }])
  t.type(filled.orders[0]?.['received_at'], 'string', 'when it was placed')
  front.price(euro.id, 110_000, 110_010)
  await settled(front, 'GET /admin/v1/deals', 'admin', opened.data['projection_seq'])
})

t.test('a shard that ends loses the times of one turn at most, and nothing else', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login, { ...OPEN, price: '1.10010', deviation_pts: 1 })
  const before = await timed('deals', opened.data['deal_id'])
  const { back } = await front.killShardOf(login)
  await back
  t.same(await one('deals', opened.data['deal_id']), before)
})

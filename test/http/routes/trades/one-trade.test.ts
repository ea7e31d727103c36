import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, OPEN, recordsOf, settled, trade } from '../../../given/records/trades.js'

// One trade is told with all that belongs to it, whichever of its numbers is asked for.

const front = await AccountFront.shared()
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

const one = (kind: string, id: unknown, as: string = 'admin') =>
  front.ask(`GET /admin/v1/trades/${kind}/${id}`, as)
type Row = Readonly<Record<string, unknown>>
const ids = (rows: unknown) => (rows as Row[]).map(({ id }) => Number(id))

t.test('an order, a deal and a position of one trade lead to the same', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login, { ...OPEN, stop_loss: '1.09000' })
  const position = Number(opened.data['position_id'])
  const open = await one('positions', position)
  t.match(open, {
    status: 200,
    data: {
      kind: 'positions',
      id: position,
      login,
      group: 'demo\\standard',
      symbol: 'EURUSD',
      symbol_id: euro.id,
      position_id: position,
      position: { id: position, stop_loss: '1.09000', price_current: '1.10000' },
      closed: null,
      is_complete: true,
    },
  })
  // Another one of the account, which is none of it.
  await trade(front, login)
  front.price(euro.id, 110_100, 110_112)
  const closed = await trade(front, login, { kind: 'close', position_id: position })
  const closing = { order: Number(closed.data['order_id']), deal: Number(closed.data['deal_id']) }
  await settled(front, 'GET /admin/v1/deals', 'admin', closed.data['projection_seq'])
  const asked = [
    await one('positions', position),
    await one('orders', closing.order),
    await one('deals', closing.deal),
    await one('orders', opened.data['order_id']),
  ]
  for (const { status, data } of asked) {
    t.equal(status, 200)
    t.match(data, {
      login,
      position: null,
      closed: { position_id: position, close_reason: 'client' },
    })
    t.same(ids(data['orders']), [opened.data['order_id'], closing.order])
    t.same(ids(data['deals']), [opened.data['deal_id'], closing.deal])
  }
  const [{ data: whole } = { data: {} as Row }] = asked
  const [first, last] = whole['deals'] as Row[]
  t.match(first, { price: '1.10010', bid: '1.10000', ask: '1.10010', execution_id: null })
  t.match(last, { price: '1.10100', bid: '1.10100', ask: '1.10112' }, 'the market of its moment')
  t.match(whole['orders'], [{ gateway_id: null, gateway: null }, {}])
  const records = await recordsOf(front, login)
  checkLedger(records, replay(records, login))
})

t.test(
  'an order of which nothing came stands alone, a balance operation has no prices',
  async (t) => {
    const login = await funded(front)
    const limit = { kind: 'place', order_kind: 'limit', price: '1.05000' }
    const placed = await trade(front, login, { ...OPEN, ...limit })
    const id = Number(placed.data['order_id'])
    t.match((await one('orders', id)).data, {
      position: null,
      closed: null,
      orders: [{ id, state: 'placed', price: '1.05000' }],
      deals: [],
    })
    await trade(front, login, { kind: 'delete', order_id: id })
    t.match((await one('orders', id)).data, { orders: [{ id, state: 'cancelled' }] })
    const deals = await front.ask(`GET /admin/v1/deals?login=${login}`, 'admin')
    const [deposit] = (deals.data['items'] as Row[]) ?? []
    t.match((await one('deals', deposit?.['id'])).data, {
      symbol: null,
      symbol_id: null,
      position_id: null,
      orders: [],
      deals: [{ action: 'deposit', bid: null, ask: null }],
    })
  },
)

t.test('a position that was taken out has its orders and deals still', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login)
  const id = Number(opened.data['position_id'])
  await settled(front, 'GET /admin/v1/deals', 'admin', opened.data['projection_seq'])
  const body = { ids: [id], reason: 'agreed with the client' }
  t.equal((await front.ask('POST /admin/v1/positions/delete', front.plain(), body)).status, 200)
  let data: Readonly<Record<string, unknown>>
  do data = (await one('positions', id)).data
  while (data['position'] !== null)
  t.match(data, { id, position: null, closed: null, deals: [{ position_id: id, entry: 'in' }] })
  const lines = await front.ask(`GET /admin/v1/journal?login=${login}&text=agreed`, 'admin')
  t.match(lines.data['items'], [
    { text: /was deleted, its deals stay \(agreed with the client\)$/ },
  ])
})

t.test('what is out of scope reads like what is not there; the right is needed', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login)
  const id = Number(opened.data['position_id'])
  const scoped = { rights: new Set(RIGHTS), groupScope: ['real\\*'] }
  const other = front.signIn(1, { audience: 'staff', terminal: 'manager', ...scoped }, 'real alone')
  for (const kind of ['positions', 'orders']) {
    t.match(await one(kind, id, other), { status: 404, code: 'not_found' })
    t.match(await one(kind, 999_999_999), { status: 404, code: 'not_found' })
  }
  t.match(await one('deals', 999_999_999), { status: 404, message: 'There is no deal 999999999.' })
  t.match(await one('accounts', id), { status: 400, code: 'invalid_input' })
  const rights = new Set(RIGHTS.filter((right) => right !== 'trades.view'))
  const blind = front.signIn(1, { audience: 'staff', terminal: 'manager', rights }, 'blind')
  t.match(await one('positions', id, blind), { status: 403, code: 'forbidden' })
})

import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import {
  RECORDS_SWEPT_AT_ONCE,
  TRANSACTIONS_KEPT_MAX,
  TRANSACTIONS_KEPT_PER_GATEWAY,
} from '../../../../engine/limits/providers.js'
import { gatewayTransactionsRepo } from '../../../../storage/repos/records/gateway-transactions.js'
import type { GatewayTransaction } from '../../../../wire/thread/provider-records.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { givenBatch, givenTransaction } from '../../../given/records/provider-records.js'

// The transactions of gateways over a real desk: what is kept, for how long, and who reads which of it.

const PATH = '/admin/v1/gateways'
const DAY_MS = 86_400_000
const PARAMS = [
  { name: 'SenderCompID', value: 'US' },
  { name: 'TargetCompID', value: 'THEM' },
]
type Row = Record<string, unknown>

async function givenFront(t: Tap, days = 7) {
  const front = new ConfigFront(t)
  const prime = { name: 'Prime', server: 'fix.example.com:9876', params: PARAMS }
  await front.ask(`POST ${PATH}`, 'admin', { ...prime, collect_transactions_days: days })
  const desk = deskHandlers(front.desk)
  let number = 0
  const keep = (...rows: readonly Partial<GatewayTransaction>[]): void => {
    const given = rows.map((row) => givenTransaction({ at: front.now, ...row }))
    const kept = desk['records.keep'](givenBatch({ number: ++number, rows: given }))
    if (!kept.ok) throw new Error(kept.message)
  }
  const sweep = (): void => {
    for (let some = -1; some !== 0; ) {
      const swept = desk['records.sweep'](null)
      if (!swept.ok) throw new Error(swept.message)
      some = swept.value
    }
  }
  const list = (query = '', as = 'admin') => front.ask(`GET ${PATH}/1/transactions?${query}`, as)
  const orders = async (query = '', as = 'admin'): Promise<unknown[]> =>
    (await list(query, as)).data.items.map((row: Row) => row['order_id'])
  const repo = gatewayTransactionsRepo(front.desk.db)
  const writes = gatewayTransactionsRepo(front.desk.db)
  return { front, desk, keep, sweep, list, orders, repo, writes }
}
type Tap = { teardown(run: () => unknown): unknown }

t.test('pages go on where the one before ended, while newer ones come', async (t) => {
  const { keep, list } = await givenFront(t)
  keep({ orderId: 1 }, { orderId: 2 }, { orderId: 3 })
  const page = (await list('limit=2')).data
  t.match(page, {
    items: [
      { order_id: 3, id: 3 },
      { order_id: 2, id: 2 },
    ],
    has_more: true,
  })
  keep({ orderId: 4 })
  const next = (await list('limit=2&before=2')).data
  t.match(next, { items: [{ order_id: 1 }], has_more: false })
  t.match((await list('before=1')).data, { items: [], has_more: false })
})

t.test('each field is as it was kept, and null where there is none', async (t) => {
  const { front, keep, list } = await givenFront(t)
  const texts = { symbol: '', source: '', volume: '', price: '', quantity: '', providerPrice: '' }
  const none = {
    ...texts,
    total: '',
    average: '',
    externalId: '',
    execution: '',
    state: '',
  } as const
  keep({ text: 'why' }, { ...none, kind: 'unsent', login: 0, orderId: 0, side: 'sell' })
  const common = { at: '2026-03-02T10:00:00.000Z', gateway_id: 1, client_order: '1001-7-1' }
  t.equal(Date.parse(common.at), front.now)
  t.same((await list()).data.items, [
    {
      ...common,
      id: 2,
      direction: 'sent',
      kind: 'unsent',
      state: null,
      login: null,
      order_id: null,
      position_id: null,
      external_id: null,
      execution_id: null,
      symbol: null,
      source: null,
      side: 'sell',
      volume: null,
      price: null,
      provider_quantity: null,
      provider_price: null,
      total: null,
      average: null,
      text: '',
    },
    {
      ...common,
      id: 1,
      direction: 'received',
      kind: 'execution',
      state: 'filled',
      login: 1001,
      order_id: 7,
      position_id: null,
      external_id: 'LP-1',
      execution_id: 'E1',
      symbol: 'EURUSD',
      source: 'EUR/USD',
      side: 'buy',
      volume: '0.5',
      price: '1.17005',
      provider_quantity: '50000',
      provider_price: '1.17003',
      total: '0.5',
      average: '1.17005',
      text: 'why',
    },
  ])
})

t.test('each filter keeps to what it says, and wrong ones are refused', async (t) => {
  const { front, keep, list, orders } = await givenFront(t)
  keep({ orderId: 1, at: front.now - 5_000 }, { orderId: 2, login: 1002 })
  keep({ orderId: 3, symbol: 'DE40' }, { orderId: 4, kind: 'reject', state: 'rejected' })
  t.same(await orders('to=2026-03-02T09:59:58Z'), [1])
  t.same(await orders('from=2026-03-02T09:59:58Z'), [4, 3, 2])
  t.same(await orders('from=2026-03-03'), [])
  t.same(await orders('login=1002'), [2])
  t.same(await orders('order_id=3'), [3])
  t.same(await orders('symbol=de40'), [3])
  t.same(await orders('kind=reject'), [4])
  t.same(await orders('state=rejected&kind=execution'), [])
  for (const wrong of ['kind=none', 'limit=1001', 'before=0', 'login=x', 'page=1', 'state=full']) {
    t.equal((await list(wrong)).status, 400, wrong)
  }
  t.equal((await list('from=2026-03-05&to=2026-03-04')).status, 400)
  t.equal((await front.ask(`GET ${PATH}/2/transactions`)).status, 404)
})

t.test('it takes the right of gateways, and accounts are those of the scope', async (t) => {
  const { front, keep, list, orders } = await givenFront(t)
  const sql = 'INSERT INTO accounts (login, group_path, created_at, updated_at) VALUES (?, ?, 1, 1)'
  front.desk.db.prepare(sql).run(1001, 'demo\\standard')
  front.desk.db.prepare(sql).run(1002, 'real\\standard')
  keep({ orderId: 1 }, { orderId: 2, login: 1002 }, { orderId: 3, login: 1003 })
  t.equal((await list('', 'only config.gateways')).status, 200)
  t.same(await orders('', 'admin in real\\*'), [2])
  t.same(await orders('login=1001', 'admin in real\\*'), [])
  t.same(await orders(''), [3, 2, 1], 'those that are no more are for who sees everything')
})

t.test('a batch that comes again changes nothing', async (t) => {
  const { desk, orders } = await givenFront(t)
  const batch = givenBatch({ number: 9, rows: [givenTransaction()] })
  for (const again of [batch, batch, { ...batch, run: 'other' }]) desk['records.keep'](again)
  t.same(await orders(), [7, 7])
})

t.test('the newest ones are kept, up to one more than may be', async (t) => {
  const { keep, orders, writes } = await givenFront(t)
  writes.add(1, givenTransaction({ orderId: 1 }))
  writes.add(2, givenTransaction({ orderId: 2 }))
  writes.add(TRANSACTIONS_KEPT_PER_GATEWAY - 1, givenTransaction({ orderId: 3 }))
  keep({ orderId: 4 })
  t.same(await orders(), [4, 3, 2, 1], 'all of them fit')
  keep({ orderId: 5 })
  t.same(await orders(), [5, 4, 3, 2], 'and the oldest goes for one more')
})

t.test('gateways together have a bound, too, and the one with most loses its oldest', async (t) => {
  const { keep, orders, repo, writes } = await givenFront(t)
  const others = [2, 3, 4, 5]
  t.equal(others.length * TRANSACTIONS_KEPT_PER_GATEWAY, TRANSACTIONS_KEPT_MAX)
  for (const gateway of others) {
    // Those between count as if they were there.
    writes.add(gateway === 3 ? 1 : 2, givenTransaction({ gateway }))
    writes.add(TRANSACTIONS_KEPT_PER_GATEWAY, givenTransaction({ gateway }))
  }
  keep({ orderId: 1 })
  keep({ orderId: 2 }, { orderId: 3 })
  t.equal(repo.firstOf(3), 1, 'all of them fit')
  keep({ orderId: 4 })
  t.same(others.map(repo.firstOf), [2, TRANSACTIONS_KEPT_PER_GATEWAY, 2, 2], 'its oldest goes')
  t.same(await orders(), [4, 3, 2, 1])
})

t.test(
  'what is older than the days goes; with 0, and without the gateway, all of it',
  async (t) => {
    const { front, keep, sweep, orders, repo } = await givenFront(t)
    keep({ orderId: 1, at: front.now - 7 * DAY_MS - 1 }, { orderId: 2, at: front.now - 7 * DAY_MS })
    sweep()
    t.same(await orders(), [2])
    const many = Array.from({ length: RECORDS_SWEPT_AT_ONCE + 1 }, () => ({}))
    keep(...many)
    await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, collect_transactions_days: 0 })
    keep({ orderId: 3 })
    t.equal((await orders('order_id=3')).length, 0, 'none is taken any more')
    sweep()
    t.same(await orders(), [])
    await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 2, collect_transactions_days: 1 })
    keep({})
    await front.ask(`DELETE ${PATH}/1`)
    t.same([...repo.gateways()], [1])
    sweep()
    t.same([...repo.gateways()], [])
    keep({})
    t.same([...repo.gateways()], [], 'none is taken of a gateway that is no more')
  },
)

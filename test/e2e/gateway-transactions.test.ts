import t from 'tap'
import type { FixMessage } from '../../wire/fix/codec/message.js'
import type { FixField } from '../../wire/fix/codec/write.js'
import { FIX_IDS } from '../given/floors/provider-house.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { FixPeer } from '../given/peers/fix-peer.js'

// The transactions of a gateway from a provider that speaks FIX on a real socket to REST, and after a restart.

type Row = Record<string, unknown>

function report(order: FixMessage, fields: readonly FixField[]): readonly FixField[] {
  return [[37, 'LP-1'], [11, order.text(11)], [55, order.text(55)], [54, order.text(54)], ...fields]
}

const fill = (execution: string, price: string, quantity: string): readonly FixField[] => [
  [17, execution],
  [150, 'F'],
  [39, '2'],
  [32, quantity],
  [31, price],
  [14, quantity],
  [151, '0'],
  [6, price],
]

t.test('orders, trades, rejects and busts are kept, and outlive the server', async (t) => {
  const peer = await FixPeer.listen()
  t.teardown(() => peer.stop())
  const first = await WholeServer.start(t)
  const markups = { symbol_id: 1, source: 'EUR/USD', source_digits: 5 }
  const translates = [{ ...markups, ask_markup_pts: 2, bid_markup_pts: 0 }]
  const params = [...FIX_IDS, { name: 'Order Placement Timeout', value: '60' }]
  await first.done('POST /admin/v1/gateways', {
    name: 'Prime',
    server: peer.address,
    params,
    translates,
    reconnect_sec: 1,
    collect_transactions_days: 7,
  })
  const rule = { name: 'out', position: 1, action: 'gateway', dealers: [1] }
  await first.done('POST /admin/v1/routing', rule)
  await peer.admit()
  const path = '/admin/v1/gateways/1/transactions'
  await first.until('GET /admin/v1/gateways/statuses', ({ data }) => data[0].state === 'online')
  const { login, headers } = await first.account()
  const trade = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.5' }
  const ask = (id: string) =>
    first.ask('POST /trader/v1/trade', headers, { ...trade, client_order_id: id })
  /** Asks until there are prices, and the order has come to the provider. */
  const placed = async (again = 0): Promise<{ readonly answer: ReturnType<typeof ask> }> => {
    const answer = ask(`a${again}`)
    await Promise.race([answer, peer.until(() => peer.of('D').length === 1)])
    return peer.of('D').length === 1 ? { answer } : placed(again + 1)
  }
  const { answer } = await placed()
  const [order] = peer.of('D') as [FixMessage]
  peer.send('8', report(order, fill('E1', '1.17003', '50000')))
  const bought = await answer
  t.match(bought, { status: 200, code: 'ok', data: { price: '1.17005' } })
  const refused = ask('b')
  await peer.until(() => peer.of('D').length === 2)
  const second = peer.of('D')[1] as FixMessage
  const rejected: readonly FixField[] = [
    [17, 'E2'],
    [150, '8'],
    [39, '8'],
    [58, 'no \u0007credit'],
    [14, '0'],
    [151, '0'],
    [6, '0'],
  ]
  peer.send('8', report(second, rejected))
  t.match(await refused, { code: 'trade.rejected' })
  peer.send(
    '8',
    report(order, [
      ...fill('E3', '1.17003', '0').slice(0, 1),
      [19, 'E1'],
      [150, 'H'],
      [39, '4'],
      [14, '0'],
      [151, '0'],
      [6, '0'],
    ]),
  )
  const wanted = ['bust', 'reject', 'order', 'execution', 'order']
  const kinds = ({ data }: { data: { items: Row[] } }) => data.items.map(({ kind }) => kind)
  const { data } = await first.until(`GET ${path}`, (one) => one.data.items.length >= 5)
  t.same(kinds({ data }), wanted)
  const [bust, reject, , execution, sent] = data.items as [Row, Row, Row, Row, Row]
  const orderId = Number(bought.data['order_id'])
  const positionId = Number(bought.data['position_id'])
  const common = { gateway_id: 1, login, symbol: 'EURUSD', source: 'EUR/USD', side: 'buy' }
  t.match(sent, {
    ...common,
    direction: 'sent',
    state: null,
    order_id: orderId,
    client_order: order.text(11),
    volume: '0.5',
    price: null,
    provider_quantity: '50000',
    external_id: null,
  })
  t.match(execution, {
    ...common,
    direction: 'received',
    state: 'filled',
    order_id: orderId,
    volume: '0.5',
    price: '1.17005',
    provider_quantity: '50000',
    provider_price: '1.17003',
    external_id: 'LP-1',
    execution_id: 'E1',
    total: '0.5',
    average: '1.17005',
  })
  t.match(reject, { kind: 'reject', state: 'rejected', text: /^no .?credit$/, volume: null })
  t.match(bust, { state: 'undone', execution_id: 'E1', provider_quantity: '0', volume: null })
  const shown = await first.until(`GET ${path}?kind=execution`, (one) => {
    return one.data.items[0].position_id === positionId
  })
  t.equal(shown.data.items.length, 1, 'the position is told once the order is done')
  const metrics = await fetch(`${first.origin}/metrics`, { headers: first.staff })
  t.match(await metrics.text(), /openfloor_gateway_transactions_kept 5\n/)
  await first.stop()

  const again = await WholeServer.start(t, { dataDir: first.dataDir })
  t.same(kinds(await again.until(`GET ${path}?limit=5`, () => true)).slice(-5), wanted)
})

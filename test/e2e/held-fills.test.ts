import t from 'tap'
import type { FixMessage } from '../../wire/fix/codec/message.js'
import { verifyAll } from '../crash/audit.js'
import { FIX_IDS } from '../given/floors/provider-house.js'
import { type Headers, type WholeAnswer, WholeServer } from '../given/fronts/whole-server.js'
import { fillReport } from '../given/peers/fill-report.js'
import { FixPeer } from '../given/peers/fix-peer.js'

// Goal: a fill that is far from the market, from a provider that speaks FIX on a real socket, waits for staff: its holder
// is told so, nothing of it is booked, and what staff decide over REST is what comes of it, also after a restart.

/** The answer to an order, which was sent under this name. */
interface Filled extends WholeAnswer {
  readonly name: string
}

/** An order of a client at the provider, filled whole by it. */
class Desk {
  readonly server: WholeServer
  readonly peer: FixPeer
  readonly login: number
  readonly #headers: Headers
  #orders = 0

  constructor(server: WholeServer, peer: FixPeer, account: { login: number; headers: Headers }) {
    this.server = server
    this.peer = peer
    this.login = account.login
    this.#headers = account.headers
  }

  trade(id: string) {
    const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.5', client_order_id: id }
    return this.server.ask('POST /trader/v1/trade', this.#headers, body)
  }

  /** Asks until there are prices, and the order has come to the provider, which fills it so. */
  async filled(id: string, price: string, quantity = '50000', again = 0): Promise<Filled> {
    const name = again === 0 ? id : `${id}${again}`
    const answer = this.trade(name)
    const has = () => this.peer.of('D').length > this.#orders
    await Promise.race([answer, this.peer.until(has)])
    if (!has()) return this.filled(id, price, quantity, again + 1)
    const order = this.peer.of('D')[this.#orders++] as FixMessage
    this.peer.send('8', fillReport(order, `E-${id}`, price, quantity))
    return { ...(await answer), name }
  }

  /** The fills of an order that wait, once there are so many. */
  async waiting(id: string, count = 1) {
    const of = ({ data }: WholeAnswer) =>
      data.items.filter((fill: Record<string, unknown>) => fill['execution_id'] === `E-${id}`)
    const found = await this.server.until(
      'GET /admin/v1/held-fills',
      (answer) => of(answer).length === count,
    )
    return of(found)
  }

  decide(fill: { order_id: number; number: number }, body: object, key?: string) {
    const what = `POST /admin/v1/accounts/${this.login}/held-fills/${fill.order_id}/${fill.number}`
    const named = key === undefined ? {} : { 'idempotency-key': key }
    return this.server.ask(what, { ...this.server.staff, ...named }, body)
  }

  async positions() {
    const { data } = await this.server.ask('GET /trader/v1/positions', this.#headers)
    return data.map((row: Record<string, unknown>) => [row['volume'], row['price_open']])
  }

  outcome(id: string) {
    return this.server.ask(`GET /trader/v1/orders/by-client-id/${id}`, this.#headers)
  }

  async journal(text: string) {
    const path = `GET /admin/v1/journal?login=${this.login}&text=${encodeURIComponent(text)}`
    return (await this.server.until(path, ({ data }) => data.items.length > 0)).data.items[0].text
  }
}

t.test('a fill far from the market waits for staff, and is what they make of it', async (t) => {
  const peer = await FixPeer.listen()
  t.teardown(() => peer.stop())
  const first = await WholeServer.start(t)
  const markups = { symbol_id: 1, source: 'EUR/USD', source_digits: 5 }
  const translates = [{ ...markups, ask_markup_pts: 0, bid_markup_pts: 0 }]
  await first.done('POST /admin/v1/gateways', {
    name: 'Prime',
    server: peer.address,
    params: [...FIX_IDS, { name: 'Order Placement Timeout', value: '60' }],
    translates,
    reconnect_sec: 1,
  })
  const rule = { name: 'out', position: 1, action: 'gateway', dealers: [1] }
  await first.done('POST /admin/v1/routing', rule)
  await peer.admit()
  const isOnline = 'GET /admin/v1/gateways/statuses'
  await first.until(isOnline, ({ data }) => data[0].state === 'online')
  const account = await first.account()
  const desk = new Desk(first, peer, account)

  // A hundred times the market: staff book it at another price.
  const high = await desk.filled('high', '117.00')
  t.match(high, { status: 200, code: 'trade.pending', data: { volume: '0', deal_id: null } })
  t.match(await desk.trade(high.name), { code: 'trade.pending' }, 'and so hears a repeat')
  t.same(await desk.positions(), [])
  const [held] = await desk.waiting('high')
  t.match(held, {
    login: desk.login,
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.5',
    price: '117.00000',
    why: 'price',
    execution_id: 'E-high',
    sent_order_id: held.order_id,
    decision: null,
  })
  t.match(await desk.journal('must decide about'), /buy 0\.5 EURUSD at 117\.00000 \(market /)
  const health = (await (await fetch(`${first.origin}/health`)).json()) as { notes: string[] }
  t.match(health.notes.join(), '1 fill of a provider is waiting')
  const metrics = await fetch(`${first.origin}/metrics`, { headers: first.staff })
  t.match(await metrics.text(), /openfloor_provider_fills_held 1\n/)
  const key = '11111111-2222-4333-8444-555555555555'
  const stale = { action: 'confirm', version: held.version - 1 }
  t.match(await desk.decide(held, stale), { status: 409, code: 'conflict' })
  t.match(await desk.decide(held, { action: 'book' }), { status: 400 }, 'at which price?')
  const far = { action: 'book', price: '1000.00000' }
  t.match(await desk.decide(held, far), { code: 'trade.invalid_price' })
  const book = { action: 'book', price: '1.17005', version: held.version, reason: 'as agreed' }
  const booked = await desk.decide(held, book, key)
  const decision = { action: 'book', price: '1.17005', reason: 'as agreed', staff: 1 }
  t.match(booked, { status: 200, data: { decision } })
  const repeated = await desk.decide(held, book, key)
  t.same(repeated.data, booked.data, 'a repeat is answered as the first')
  t.match(await desk.decide(held, { action: 'confirm' }), { status: 409, code: 'conflict' })
  t.same(await desk.positions(), [['0.5', '1.17005']])
  t.match(await desk.outcome(high.name), { code: 'ok', data: { price: '1.17005' } })
  t.match(await desk.journal('booked at'), /booked at 1\.17005 \(as agreed\): fill /)

  // A hundredth of it: staff refuse it, and the holder hears why.
  const low = await desk.filled('low', '0.01170')
  t.match(low, { code: 'trade.pending' })
  const [refused] = await desk.waiting('low')
  t.match(await desk.decide(refused, { action: 'refuse' }), { status: 400 }, 'why?')
  t.match(await desk.decide(refused, { action: 'refuse', reason: 'busted' }), { status: 200 })
  t.match(await desk.outcome(low.name), { code: 'trade.rejected', message: /busted/ })

  // Off by more than the parameter, and meant so.
  t.match(await desk.filled('meant', '1.33000'), { code: 'trade.pending' })
  const [meant] = await desk.waiting('meant')
  t.match(await desk.decide(meant, { action: 'confirm' }), {
    data: { decision: { price: '1.33000' } },
  })
  const bought = [
    ['0.5', '1.17005'],
    ['0.5', '1.33000'],
  ]
  t.same(await desk.positions(), bought)

  // More than can be counted: what the order has no room for is held beside it, and it waits through a restart.
  const absurd = await desk.filled('absurd', '90071992547.40991', '1000000000')
  t.match(absurd, { code: 'trade.pending' })
  const before = await desk.waiting('absurd', 2)
  t.match(await desk.decide(before[1], { action: 'confirm' }), { code: 'trade.rejected' })
  await first.stop()
  const again = await WholeServer.start(t, { dataDir: first.dataDir })
  await peer.admit(2)
  const later = new Desk(again, peer, account)
  const both = await later.waiting('absurd', 2)
  t.same(both, before)
  t.match(both, [
    { volume: '0.5', sent_order_id: both[0].order_id },
    { volume: '9999.5', sent_order_id: both[0].order_id },
  ])
  for (const fill of both) {
    t.match(await later.decide(fill, { action: 'refuse', reason: 'no such trade' }), {
      status: 200,
    })
  }
  t.same(await later.waiting('absurd', 0), [])
  const repeat = await later.decide(before[0], { action: 'refuse', reason: 'no such trade' })
  t.match(repeat, { status: 409 }, 'without a key it is another decision')
  await again.until(`GET /admin/v1/orders?login=${desk.login}`, ({ data }) => data.total === 0)
  await again.stop()
  t.same(await verifyAll(first.dataDir, 1), [])
})

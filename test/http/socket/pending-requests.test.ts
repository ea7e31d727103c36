import t from 'tap'
import { DEALER_ANSWER_MS, DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { LOGIN } from '../../given/account.js'
import { DOER } from '../../given/desk.js'
import { BUY, CONFIRM, DealingFloor, rule } from '../../given/floors/dealing-floor.js'
import { gatewayRecord } from '../../given/floors/provider-floor.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'

// Goal: an account's sockets hear of each request that waits, for whom and until when, and what a dealer decides late
// is told like anything else.

const by = (comment: string) =>
  ({ conditions: [{ field: 'comment', op: 'eq', value: comment }] }) as const
const ROUTING = [
  rule({ id: 1, position: 0, action: 'delay', action_value: '400', ...by('slow') }),
  rule({ id: 2, position: 1, action: 'delay', action_value: '400', ...by('both') }),
  rule({ id: 3, position: 2, action: 'online_dealers', ...by('ask') }),
  rule({ id: 4, position: 3, action: 'online_dealers', ...by('both') }),
  rule({ id: 5, position: 4, action: 'gateway', dealers: [3], ...by('away') }),
  CONFIRM,
]
const ASK = { ...BUY, comment: 'ask' }
const LIMIT = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit', volume: '0.10' }

async function started(test: Parameters<typeof DealingFloor.start>[0]) {
  const floor = await DealingFloor.start(test, ROUTING, { gateways: [gatewayRecord()] })
  floor.setGateways([{ id: 3, since: 1 }])
  return floor
}

const until = (floor: DealingFloor, ms: number) => new Date(floor.shard.clock.at + ms).toISOString()

async function asked(floor: DealingFloor, dealer: WsClient): Promise<number> {
  const { data } = await dealer.next(
    ({ event, data }) => event === 'dealing.request' && data?.['taken_by'] === null,
  )
  await floor.settled(dealer)
  return Number(data?.['id'])
}

const pendings = async (client: WsClient): Promise<unknown[]> =>
  (await client.heard()).filter(({ event }) => event === 'pending').map(({ data }) => data)

t.test('all sockets of the account hear of a wait, and again when its end changes', async (t) => {
  const floor = await started(t)
  const trader = await floor.trader()
  const other = await floor.trader('openfloor.msgpack')
  const dealer = await floor.dealer(501)
  const sent = floor.send(trader, 'trade', { ...ASK, client_order_id: 'p-1' })
  const id = await asked(floor, dealer)
  const pending = { client_order_id: 'p-1', order_id: id, kind: 'dealer' }
  const first = { ...pending, until: until(floor, DEALER_QUEUE_MS) }
  t.same(await pendings(trader), [first])
  t.same(await pendings(other), [first])
  floor.pass(5_000)
  await floor.ask(dealer, 'dealing.take', { id })
  t.same(await pendings(other), [{ ...pending, until: until(floor, DEALER_ANSWER_MS) }], 'taken')
  floor.pass(1_000)
  await floor.ask(dealer, 'dealing.return', { id })
  const left = { ...pending, until: until(floor, DEALER_QUEUE_MS - 6_000) }
  t.same(await pendings(other), [left], 'given back')
  const late = await floor.trader()
  t.same(await pendings(late), [left], 'a socket that comes while it waits')
  await floor.ask(dealer, 'dealing.take', { id })
  await floor.ask(dealer, 'dealing.confirm', { id })
  t.match(await trader.reply(sent), { code: 'ok', data: { order_id: id } })
  t.equal((await pendings(late)).length, 1, 'the taking, and nothing of its end')
  const after = await floor.trader()
  t.same(await pendings(after), [])
  floor.settle()
})

t.test('each kind of wait is told with the time that bounds it', async (t) => {
  const floor = await started(t)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  floor.send(trader, 'trade', { ...BUY, comment: 'slow' })
  t.match(await pendings(trader), [
    { client_order_id: null, order_id: Number, kind: 'delay', until: until(floor, 400) },
  ])
  floor.send(trader, 'trade', { ...BUY, comment: 'both', client_order_id: 'b' })
  t.match(await pendings(trader), [{ kind: 'delay' }])
  floor.pass(400)
  t.match(await pendings(trader), [{ client_order_id: 'b', kind: 'dealer' }], 'then for a dealer')
  await asked(floor, dealer)
  floor.send(trader, 'trade', { ...LIMIT, price: '1.10000', comment: 'ask', client_order_id: 'l' })
  t.match(
    await pendings(trader),
    [{ client_order_id: 'l', order_id: null, kind: 'dealer' }],
    'no order is there before a dealer has said yes',
  )
  floor.send(trader, 'trade', { ...BUY, comment: 'away', client_order_id: 'w' })
  const [away] = (await pendings(trader)) as { until: string; kind: string }[]
  t.equal(away?.kind, 'provider')
  floor.pass(Date.parse(String(away?.until)) - floor.shard.clock.at)
  t.match(
    await pendings(trader),
    [{ client_order_id: 'w', kind: 'provider' }],
    'its cancel has a time, too',
  )
  floor.settle()
})

t.test('what is decided at once, by staff or by the server is not told', async (t) => {
  const floor = await started(t)
  const trader = await floor.trader()
  await floor.dealer(501)
  await floor.ask(trader, 'trade', { ...BUY, client_order_id: 'now' })
  void floor.shardAsk('trade', { login: LOGIN, body: ASK, reason: 'dealer', by: DOER } as never)
  t.equal(floor.shard.core.parking.requests.size, 1, 'it waits')
  t.same(await pendings(trader), [])
  floor.settle()
})

t.test(
  'a requote that comes long after not_after is an offer, told again while it holds',
  async (t) => {
    const floor = await started(t)
    const trader = await floor.trader()
    const dealer = await floor.dealer(501)
    const body = { ...ASK, client_order_id: 'q', not_after: until(floor, 8_000) }
    const sent = floor.send(trader, 'trade', body)
    const id = await asked(floor, dealer)
    floor.pass(17_000)
    t.match(await floor.ask(trader, 'outcome', { client_order_id: 'q' }), {
      code: 'trade.busy',
      data: null,
    })
    await floor.ask(dealer, 'dealing.take', { id })
    await floor.ask(dealer, 'dealing.requote', { id, price: '1.17050' })
    const offered = await trader.reply(sent)
    t.match(offered, { code: 'trade.requote', data: { order_id: id, ask: '1.17050' } })
    const outcome = (client: WsClient): Promise<Frame> =>
      floor.ask(client, 'outcome', { client_order_id: 'q' })
    const again = await floor.trader()
    t.match(await outcome(again), {
      code: 'trade.requote',
      data: { ...offered.data, client_order_id: 'q', order: { id, state: 'rejected' } },
    })
    const { quote_id } = offered.data as { quote_id: string }
    const taken = { ...body, client_order_id: 'q-2', not_after: until(floor, 8_000), quote_id }
    t.match(await floor.ask(again, 'trade', taken), { code: 'ok', data: { price: '1.17050' } })
    const late = await outcome(again)
    t.equal(late.code, 'trade.requote', 'it did arrive')
    t.equal(late.data?.['quote_id'], undefined, 'what was offered does not hold any more')
    floor.settle()
  },
)

t.test(
  'the code shows that a repeat may change a refusal, and a repeat is decided again',
  async (t) => {
    const floor = await started(t)
    const trader = await floor.trader()
    const dealer = await floor.dealer(501)
    const { data } = await floor.ask(trader, 'trade', BUY)
    const position_id = data?.['position_id']
    const close = { kind: 'close', position_id, comment: 'ask' }
    const sent = floor.send(trader, 'trade', close)
    const id = await asked(floor, dealer)
    const second = { kind: 'close', position_id, client_order_id: 'c-2' }
    t.match(await floor.ask(trader, 'trade', second), { code: 'trade.busy' })
    t.match(await floor.ask(trader, 'outcome', { client_order_id: 'c-2' }), {
      code: 'trade.busy',
      data: { client_order_id: 'c-2', order: null },
    })
    await floor.ask(dealer, 'dealing.take', { id })
    await floor.ask(dealer, 'dealing.reject', { id })
    t.match(await trader.reply(sent), { code: 'trade.rejected' })
    t.match(await floor.ask(trader, 'trade', second), { code: 'ok' })
    t.match(await floor.ask(trader, 'outcome', { client_order_id: 'c-2' }), { code: 'ok' })
    floor.settle()
  },
)

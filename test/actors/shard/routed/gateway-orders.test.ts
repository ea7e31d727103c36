import t from 'tap'
import { refusalOf } from '../../../../actors/shard/routed/gateway-orders.js'
import {
  GIVEN_UP_MAX,
  GIVEN_UP_MS,
  GivenUpOrders,
} from '../../../../actors/shard/routed/given-up-orders.js'
import type { EndState } from '../../../../actors/shard/routed/provider-ends.js'
import type { GatewayGroup } from '../../../../engine/config/records/gateway.js'
import { PROVIDER_CANCEL_MS } from '../../../../engine/limits/trading.js'
import type {
  ProviderOrder,
  ProviderReport,
  ToGateway,
} from '../../../../wire/thread/provider-messages.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook, HEDGING } from '../../../given/book.js'
import { CONFIRM, rule } from '../../../given/floors/dealing-floor.js'
import {
  gatewayRecord,
  OUT,
  PLACEMENT_MS,
  ProviderFloor,
  TO_PROVIDER,
  withParameter,
} from '../../../given/floors/provider-floor.js'
import { rebuilt, STOPPED_AT } from '../../../given/floors/shard.js'
import { checkLedger } from '../../../given/records/ledger.js'
import { ManualClock } from '../../links/manual-clock.js'

// Goal: an order at a provider is in the log before it is sent, ends once, and its request hears of it.

const LOT = 100_000_000

t.test('an order is logged, sent, and filled in one go', (t) => {
  const floor = new ProviderFloor()
  const asked = floor.send({ ...OUT, client_order_id: 'k', stop_loss: '1.1' })
  t.equal(floor.reply(asked), undefined)
  const [order] = floor.orders()
  t.match(order, { symbol_id: 1, side: 1, volume: LOT, limit: 0, filling: 'ioc' })
  const id = Number(order?.id.split('-')[1])
  t.same(order?.id, `1001-${id}-1`)
  t.match(floor.rows(id), [{ state: 'started', gatewayId: 3, version: 1, doneAt: 0 }])
  t.match(floor.account.pending.size, 1, 'its margin is held')
  floor.say(floor.placed, 'working')
  t.equal(floor.reply(asked), undefined)
  floor.fill(floor.placed, '1', '1.1702')
  t.match(floor.reply(asked), {
    code: 'ok',
    data: { order_id: id, position_id: id, volume: '1', price: '1.17020', bid: '1.17000' },
  })
  t.match(floor.rows(id).at(-1), { state: 'filled', externalId: `P-1001-${id}-1`, gatewayId: 3 })
  t.same(floor.taken, [1, 2], 'both reports are in the books')
  t.same(
    floor.ask({ ...OUT, client_order_id: 'k', stop_loss: '1.1' })['data'],
    floor.reply(asked)?.['data'],
  )
  t.equal(floor.orders().length, 1, 'a repeat sends nothing')
  floor.settle()
  t.end()
})

t.test('an order is sent by the commit that logs it, and not without it', (t) => {
  const floor = new ProviderFloor()
  floor.shard.begin()
  floor.shard.send(floor.socket, 'trade', OUT)
  t.equal(floor.shard.records().at(-1)?.events[0]?.type, 'deal', 'only the deposit is on the disk')
  const told = floor.shard.finish()
  t.match(
    told.filter(({ kind }) => kind === 'gateway'),
    [{ value: { what: 'place' } }],
  )
  t.match(floor.shard.records().at(-1)?.events, [{ type: 'order', state: 'started' }])
  floor.settle()
  t.end()
})

t.test('parts are a record each, and the answer is the whole', (t) => {
  const floor = new ProviderFloor()
  const asked = floor.send({ ...OUT, client_order_id: 'parts' })
  const before = floor.shard.records().length
  floor.fill(floor.placed, '0.3', '1.17')
  floor.fill(floor.placed, '0.2', '1.171')
  t.equal(floor.reply(asked), undefined)
  t.equal(floor.shard.records().length, before + 2)
  floor.fill(floor.placed, '0.5', '1.172')
  const { data } = floor.reply(asked) as { data: Record<string, unknown> }
  const deals = floor.shard
    .records()
    .flatMap(({ events }) => events.filter((e) => e.type === 'deal'))
  t.match(data, { volume: '1', price: '1.17120', deal_id: deals.at(-1)?.id })
  t.match(floor.account.positions.get(Number(data['position_id'])), {
    volume: LOT,
    priceOpen: 117_120,
  })
  t.same(floor.ask({ ...OUT, client_order_id: 'parts' })['data'], data, 'and to a repeat')
  floor.settle()
  t.end()
})

t.test('what is not filled ends with the order, in part or whole', (t) => {
  const floor = new ProviderFloor()
  const part = floor.send({ ...OUT, filling: 'ioc', client_order_id: 'part' })
  floor.fill(floor.placed, '0.4', '1.17')
  floor.say(floor.placed, 'cancelled')
  const answer = floor.reply(part)
  t.match(answer, { code: 'trade.partial', data: { volume: '0.4', price: '1.17000' } })
  const data = answer?.['data'] as { deal_id: number; order_id: number; position_id: number }
  t.ok(data.deal_id > 0 && data.order_id > 0 && data.position_id === data.order_id)
  t.same(floor.ask({ ...OUT, filling: 'ioc', client_order_id: 'part' }), { ...answer, id: 2 })
  const none = floor.send({ ...OUT, filling: 'fok' })
  t.match(floor.placed, { filling: 'fok' })
  floor.say(floor.placed, 'cancelled', 'no liquidity')
  t.match(floor.reply(none), { code: 'trade.cancelled', message: 'no liquidity' })
  const refused = floor.send(OUT)
  floor.say(floor.placed, 'rejected', 'last look')
  t.match(floor.reply(refused), { code: 'trade.rejected', message: 'last look' })
  t.match(floor.notes().at(-1), /gateway Prime rejected order \d+ \(buy 1 EURUSD\) \(last look\)/)
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test('one report may fill a part and end the rest', (t) => {
  const floor = new ProviderFloor()
  const asked = floor.send(OUT)
  floor.fill(floor.placed, '0.4', '1.17', 'cancelled')
  t.match(floor.reply(asked), { code: 'trade.partial', data: { volume: '0.4' } })
  floor.settle()
  t.end()
})

t.test('the worst price of the client is the limit of the order', (t) => {
  const floor = new ProviderFloor()
  floor.send({ ...OUT, price: '1.17010', deviation_pts: 5 })
  t.match(floor.placed, { limit: 117_015 })
  floor.send({ ...OUT, side: 'sell', price: '1.17000', deviation_pts: 5 })
  t.match(floor.placed, { limit: 116_995, side: -1 })
  floor.send(OUT)
  t.match(floor.placed, { limit: 0 })
  t.end()
})

t.test(
  'a duplicate makes nothing, out of order neither, and what was missed is made up for',
  (t) => {
    const floor = new ProviderFloor()
    const asked = floor.send(OUT)
    const order = floor.placed
    const first = floor.fill(order, '0.3', '1.17')
    const before = floor.shard.records().length
    floor.again(first)
    floor.again({ ...first, number: 9 })
    t.equal(floor.shard.records().length, before)
    t.same(floor.taken, [1, 1, 9], 'it is taken each time')
    // The second fill is lost, and the third says how much there is in all.
    const lost = { id: 'lost', volume: 0.2 * LOT, price: 117_100 }
    const third = { id: 'third', volume: 0.1 * LOT, price: 117_200 }
    floor.report({
      order: order.id,
      state: 'working',
      execution: third,
      total: 0.6 * LOT,
      average: 117_067,
    })
    t.match([...floor.account.positions.values()], [{ volume: 0.6 * LOT, priceOpen: 117_067 }])
    floor.report({ order: order.id, state: 'working', execution: lost, total: 0.5 * LOT })
    t.match([...floor.account.positions.values()], [{ volume: 0.6 * LOT }], 'it is booked already')
    floor.report({ order: order.id, state: 'filled', total: LOT, average: 117_100 })
    t.match(floor.reply(asked), { code: 'ok', data: { volume: '1', price: '1.17100' } })
    floor.again(first)
    floor.report({ order: order.id, state: 'filled', execution: lost, total: LOT })
    t.equal([...floor.account.positions.values()][0]?.volume, LOT, 'also after its end')
    floor.settle()
    t.end()
  },
)

t.test('an execution is known by its name, whatever the provider counts with it', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  const first = floor.fill(floor.placed, '0.3', '1.17')
  const counted = { ...first, total: 0.9 * LOT }
  floor.again(counted)
  t.match([...floor.account.positions.values()], [{ volume: 0.3 * LOT }])
  floor.restart()
  floor.again(counted)
  t.match([...floor.account.positions.values()], [{ volume: 0.3 * LOT }])
  floor.settle()
  t.end()
})

t.test('a provider that is silent is told to cancel, and answers late or not at all', (t) => {
  for (const [late, code, volume] of [
    ['cancelled', 'trade.timeout', 0],
    ['filled', 'ok', LOT],
    ['unknown', 'trade.timeout', 0],
    [undefined, 'trade.timeout', 0],
  ] as const) {
    const floor = new ProviderFloor()
    const asked = floor.send({ ...OUT, client_order_id: 'slow' })
    floor.pass(PLACEMENT_MS - 1)
    t.same(floor.orders('cancel'), [])
    floor.pass(1)
    t.same(floor.orders('cancel'), [floor.placed])
    t.equal(floor.reply(asked), undefined, 'its word counts still')
    if (late === 'filled') floor.fill(floor.placed, '1', '1.17')
    else if (late !== undefined) floor.say(floor.placed, late)
    else floor.pass(PROVIDER_CANCEL_MS)
    const answer = floor.reply(asked)
    t.match(answer, { code }, late ?? 'nothing')
    t.equal([...floor.account.positions.values()][0]?.volume ?? 0, volume)
    t.same(floor.ask({ ...OUT, client_order_id: 'slow' }), { ...answer, id: 2 })
    if (late === undefined) t.match(floor.notes().at(-1), /did not answer in time and was given up/)
    t.equal(floor.account.orders.size, 0)
    floor.settle()
  }
  t.end()
})

t.test('a provider that was told to cancel has its time to answer, to the millisecond', (t) => {
  const floor = new ProviderFloor()
  const asked = floor.send(OUT)
  floor.pass(PLACEMENT_MS)
  floor.pass(0)
  floor.pass(PROVIDER_CANCEL_MS - 1)
  t.equal(floor.reply(asked), undefined)
  t.equal(floor.account.orders.size, 1, 'it stays, with its margin')
  t.equal(floor.orders('cancel').length, 1)
  floor.pass(1)
  t.match(floor.reply(asked), { code: 'trade.timeout', message: /did not answer in time/ })
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test(
  'an order in doubt is cancelled again when its provider had the same time to tell of it',
  (t) => {
    const floor = new ProviderFloor()
    floor.send(OUT)
    floor.pass(PLACEMENT_MS)
    floor.say(floor.placed, 'kept', 'too late')
    floor.pass(PROVIDER_CANCEL_MS)
    t.equal(floor.orders('ask').length, 2)
    floor.pass(0)
    floor.pass(PROVIDER_CANCEL_MS - 1)
    t.equal(floor.orders('cancel').length, 1)
    floor.pass(1)
    t.equal(floor.orders('cancel').length, 2)
    t.equal(floor.account.orders.size, 1)
    floor.settle()
    t.end()
  },
)

t.test('an order that was given up is booked still when it fills, once', (t) => {
  for (const restarts of [false, true]) {
    const floor = new ProviderFloor()
    const asked = floor.send({ ...OUT, client_order_id: 'given-up' })
    const order = floor.placed
    floor.pass(PLACEMENT_MS)
    floor.pass(PROVIDER_CANCEL_MS)
    t.match(floor.reply(asked), { code: 'trade.timeout' })
    if (restarts) floor.restart()
    const report = floor.fill(order, '0.4', '1.17')
    const [position] = floor.account.positions.values()
    t.match(position, {
      volume: 0.4 * LOT,
      reason: 'gateway',
      comment: `order ${order.id.split('-')[1]}`,
    })
    t.match(
      floor.notes().at(-1),
      /gateway Prime traded 0.4 lots \(execution X1\) of order \d+, after its end: order \d+, deal \d+, position/,
    )
    floor.again(report)
    if (restarts) floor.restart()
    floor.again(report)
    floor.report({ ...report, execution: null, number: 8 })
    t.equal([...floor.account.positions.values()].length, 1)
    floor.fill(order, '0.6', '1.171')
    t.equal(
      [...floor.account.positions.values()].reduce((sum, { volume }) => sum + volume, 0),
      LOT,
    )
    const repeat = floor.ask({ ...OUT, client_order_id: 'given-up' })
    t.match(repeat, { code: 'trade.timeout' }, 'the request has had its end')
    floor.settle()
  }
  t.end()
})

t.test('an order that its provider will not cancel is not given up, but asked for', (t) => {
  const floor = new ProviderFloor()
  const body = { ...OUT, client_order_id: 'kept-there' }
  const asked = floor.send(body)
  const order = floor.placed
  floor.pass(PLACEMENT_MS)
  t.same(floor.orders('cancel'), [order])
  floor.say(order, 'kept', 'too late')
  t.same(floor.orders('ask'), [order])
  floor.pass(PROVIDER_CANCEL_MS)
  t.match(floor.reply(asked), { code: 'trade.timeout', message: /has not answered yet/ })
  const [order_id] = floor.account.orders.keys()
  const pending = { reason: 'trade.timeout.provider_pending', params: {} }
  t.same(floor.reply(asked)?.['data'], { order_id, deal_id: 0, position_id: 0, ...pending })
  t.equal(floor.account.orders.size, 1, 'it stays, with its margin')
  t.equal(floor.orders('ask').length, 2, 'what it said of it may be lost')
  const again = floor.send(body)
  for (let i = 0; i < 4; i++) floor.pass(PROVIDER_CANCEL_MS)
  t.match(floor.reply(again), { code: 'trade.timeout' })
  t.equal(floor.account.orders.size, 1)
  floor.report({ order: order.id, state: 'filled', total: LOT, average: 117_030 })
  t.match([...floor.account.positions.values()], [{ volume: LOT, priceOpen: 117_030 }])
  t.match(floor.ask(body), { code: 'ok', data: { volume: '1' } })
  floor.settle()
  t.end()
})

t.test('a provider that is back is asked about what was given up, until it says its end', (t) => {
  const floor = new ProviderFloor()
  const givenUp = () => {
    floor.send(OUT)
    const order = floor.placed
    floor.pass(PLACEMENT_MS)
    floor.pass(PROVIDER_CANCEL_MS)
    return order
  }
  const [filled, unknown, worked, old] = [givenUp(), givenUp(), givenUp(), givenUp()]
  t.same(floor.orders('ask'), [])
  floor.online()
  t.same(floor.orders('ask'), [filled, unknown, worked, old])
  floor.report({ order: filled.id, state: 'filled', total: LOT, average: 117_030 })
  t.match([...floor.account.positions.values()], [{ volume: LOT, reason: 'gateway' }])
  floor.say(unknown, 'unknown')
  const cancels = floor.orders('cancel').length
  floor.say(worked, 'working')
  t.same(floor.orders('cancel').slice(cancels), [worked], 'nobody wants it any more')
  floor.say(worked, 'kept', 'too late')
  t.same(floor.orders('ask').slice(4), [worked])
  floor.say(worked, 'working')
  t.equal(floor.orders('cancel').length, cancels + 1, 'once, although it is worked on')
  floor.say(worked, 'cancelled')
  floor.online()
  t.same(floor.orders('ask').slice(5), [old])
  floor.pass(GIVEN_UP_MS)
  floor.online()
  t.equal(floor.orders('ask').length, 6, 'it is not asked for for ever')
  floor.settle()
  t.end()
})

t.test('one more than are remembered of those given up pushes the oldest out', (t) => {
  const said: ToGateway[] = []
  const orders = new GivenUpOrders(new ManualClock(), (message) => said.push(message))
  const order = (n: number): ProviderOrder => ({
    id: `1001-${n}-1`,
    symbol_id: 1,
    side: 1,
    volume: LOT,
    limit: 0,
    filling: 'ioc',
  })
  for (let n = 0; n <= GIVEN_UP_MAX; n++) orders.add(3, order(n))
  t.equal(orders.size, GIVEN_UP_MAX)
  orders.back(new Set([4]))
  t.notOk(
    said.some(({ what }) => what === 'ask'),
    'another gateway',
  )
  orders.back(new Set([3]))
  const asked = said.flatMap((one) => (one.what === 'ask' ? [one.order.id] : []))
  t.same([asked.length, asked[0]], [GIVEN_UP_MAX, '1001-1-1'])
  t.end()
})

t.test(
  'an order that was given up and is worked on is cancelled once each time its provider is back',
  (t) => {
    const said: string[] = []
    const orders = new GivenUpOrders(new ManualClock(), ({ what }) => said.push(what))
    const order = {
      id: '1001-7-1',
      symbol_id: 1,
      side: 1,
      volume: LOT,
      limit: 0,
      filling: 'ioc',
    } as const
    const report: ProviderReport = {
      gateway: 3,
      number: 0,
      order: order.id,
      state: 'working',
      external_id: '',
      execution: null,
      total: 0,
      average: 0,
      text: '',
    }
    orders.add(3, order)
    for (let times = 0; times < 2; times++) {
      said.length = 0
      orders.back(new Set([3]))
      orders.heard(report)
      orders.heard(report)
      t.same(said, ['ask', 'cancel'])
    }
    t.end()
  },
)

t.test('without a connection nobody is asked, and what cannot be sent is refused', (t) => {
  const floor = new ProviderFloor()
  const asked = floor.send(OUT)
  floor.say(floor.placed, 'unsent')
  t.match(floor.reply(asked), { code: 'trade.no_connection', message: /not connected/ })
  const full = floor.send(OUT)
  floor.say(floor.placed, 'full')
  t.match(floor.reply(full), { code: 'trade.too_many_requests', message: /Too many orders/ })
  floor.offline()
  t.match(floor.ask(OUT), { code: 'trade.no_connection' })
  t.equal(floor.orders().length, 2)
  floor.settle()
  t.end()
})

t.test('while a provider is away an order is in doubt, and asked for when it is back', (t) => {
  const floor = new ProviderFloor()
  const body = { ...OUT, client_order_id: 'doubt' }
  const asked = floor.send(body)
  const order = floor.placed
  floor.offline()
  floor.pass(PLACEMENT_MS)
  t.match(floor.reply(asked), { code: 'trade.timeout', message: /not known/ })
  t.equal(floor.account.orders.size, 1, 'it stays, with its margin')
  const again = floor.send(body)
  floor.pass(PROVIDER_CANCEL_MS)
  t.match(floor.reply(again), { code: 'trade.timeout' })
  floor.online()
  t.same(floor.orders('ask'), [order])
  t.same(floor.orders('cancel'), [order])
  floor.report({ order: order.id, state: 'cancelled', total: 0.7 * LOT, average: 117_030 })
  t.match([...floor.account.positions.values()], [{ volume: 0.7 * LOT, priceOpen: 117_030 }])
  t.match(floor.ask(body), { code: 'trade.partial', data: { volume: '0.7' } })
  const ends = floor.rows(Number(order.id.split('-')[1])).filter(({ doneAt }) => doneAt !== 0)
  t.equal(ends.length, 1, 'one end')
  floor.settle()
  t.end()
})

t.test('a gateway that is switched off gives up what is in doubt', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  floor.offline()
  floor.pass(PLACEMENT_MS)
  const { core } = floor.shard
  core.setBook({
    ...core.book,
    records: { ...core.book.records, gateways: [gatewayRecord({ enabled: false })] },
  })
  floor.pass(PROVIDER_CANCEL_MS)
  t.equal(floor.account.orders.size, 0)
  t.match(floor.notes().at(-1), /given up/)
  floor.settle()
  t.end()
})

t.test('a restart asks for what is at the provider, and ends nothing', (t) => {
  const floor = new ProviderFloor()
  const body = { ...OUT, client_order_id: 'kept' }
  floor.send(body)
  const order = floor.placed
  floor.fill(order, '0.3', '1.17')
  floor.restart()
  t.equal(floor.account.orders.size, 1)
  t.same(
    floor.orders('ask').map(({ id }) => id),
    [order.id],
  )
  const joined = floor.send(body)
  t.equal(floor.reply(joined), undefined, 'a repeat waits for it, too')
  floor.report({ order: order.id, state: 'filled', total: LOT, average: 117_070 })
  t.match(floor.reply(joined), { code: 'ok', data: { volume: '1', price: '1.17070' } })
  t.match([...floor.account.positions.values()], [{ volume: LOT, priceOpen: 117_070 }])
  floor.settle()
  t.end()
})

t.test('an order that never arrived ends when the provider says so', (t) => {
  const floor = new ProviderFloor()
  const body = { ...OUT, client_order_id: 'lost' }
  floor.send(body)
  const order = floor.placed
  floor.restart()
  floor.say(order, 'unknown')
  t.match(floor.ask(body), { code: 'trade.no_connection', message: /did not reach/ })
  t.equal(floor.account.orders.size, 0)
  t.match(floor.notes().at(-1), /gateway Prime does not know order/)
  floor.restart()
  t.equal(floor.orders('ask').length, 1, 'nothing is asked for any more')
  floor.settle()
  t.end()
})

t.test('after a restart the time of an order goes on', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  floor.pass(PLACEMENT_MS - 10)
  floor.restart()
  floor.pass(9)
  t.same(floor.orders('cancel'), [])
  floor.pass(1)
  t.equal(floor.orders('cancel').length, 1)
  t.end()
})

t.test('a close holds its position, and other requests go on', (t) => {
  const floor = new ProviderFloor()
  const one = (floor.ask({ ...OUT, comment: '' })['data'] as Record<string, number>)['position_id']
  const asked = floor.send({ kind: 'close', position_id: one, volume: '0.5', comment: 'out' })
  t.match(floor.placed, { side: -1, volume: LOT / 2 })
  for (const body of [
    { kind: 'close', position_id: one },
    { kind: 'stops', position_id: one, stop_loss: '1.1' },
  ]) {
    t.match(floor.ask(body), { code: 'trade.busy' }, body.kind)
  }
  t.match(floor.ask({ ...OUT, volume: '0.1', comment: '' }), { code: 'ok' })
  floor.fill(floor.placed, '0.5', '1.18')
  t.match(floor.reply(asked), { code: 'ok', data: { position_id: one, volume: '0.5' } })
  t.match(floor.account.positions.get(one as number), { volume: LOT / 2 })
  t.match(floor.ask({ kind: 'close', position_id: one }), { code: 'ok' })
  floor.settle()
  t.end()
})

t.test('a position is busy while its order is being filled', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  floor.fill(floor.placed, '0.5', '1.17')
  const [position_id] = floor.account.positions.keys()
  t.match(floor.ask({ kind: 'close', position_id }), { code: 'trade.busy' })
  floor.say(floor.placed, 'cancelled')
  t.match(floor.ask({ kind: 'close', position_id }), { code: 'ok' })
  floor.settle()
  t.end()
})

t.test('the end of one request leaves those that wait beside it', (t) => {
  const floor = new ProviderFloor()
  const [first, second] = [0, 1].map(() => {
    const { position_id } = floor.ask({ ...OUT, comment: '' })['data'] as Record<string, number>
    floor.send({ kind: 'close', position_id, comment: 'out' })
    return { position_id, order: floor.placed }
  })
  if (first === undefined || second === undefined) throw new Error('both were placed')
  floor.fill(first.order, '1', '1.17')
  const again = { kind: 'close', position_id: second.position_id }
  t.match(floor.ask(again), { code: 'trade.busy' })
  const { requests } = floor.shard.core.parking
  t.equal(requests.of(floor.account.login).length, 1)
  floor.fill(second.order, '1', '1.17')
  t.equal(floor.account.positions.size, 0)
  t.equal(requests.outside(floor.account, 0), undefined, 'nothing is kept of who waits for nothing')
  floor.settle()
  t.end()
})

t.test('a delay comes before the provider', (t) => {
  const delay = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
  const floor = new ProviderFloor({ routing: [delay, TO_PROVIDER, CONFIRM] })
  floor.send({ ...OUT, client_order_id: 'later' })
  t.same(floor.orders(), [])
  floor.pass(400)
  t.match(floor.placed.id, /-2$/, 'the second row of the order is the one that is sent')
  floor.restart()
  t.equal(floor.orders('ask')[0]?.id, floor.placed.id)
  floor.fill(floor.placed, '1', '1.17')
  t.match(floor.ask({ ...OUT, client_order_id: 'later' }), { code: 'ok' })
  floor.settle()
  t.end()
})

t.test('more than was asked for is booked apart, with the fill', (t) => {
  const floor = new ProviderFloor()
  const asked = floor.send(OUT)
  const order = floor.placed
  const report = floor.fill(order, '1.5', '1.17')
  t.match(floor.reply(asked), { code: 'ok', data: { volume: '1' } })
  t.equal(
    [...floor.account.positions.values()].reduce((sum, { volume }) => sum + volume, 0),
    1.5 * LOT,
  )
  floor.again(report)
  floor.restart()
  floor.again(report)
  floor.report({ order: order.id, state: 'filled', total: 1.5 * LOT, average: 117_000 })
  t.equal(
    [...floor.account.positions.values()].reduce((sum, { volume }) => sum + volume, 0),
    1.5 * LOT,
  )
  t.match(floor.notes(), [/traded 1.5 lots .* beyond it/])
  floor.settle()
  t.end()
})

t.test('what cannot be booked now is not taken, and comes again', (t) => {
  const floor = new ProviderFloor()
  const asked = floor.send({ ...OUT, symbol: 'USDJPY' })
  floor.fill(floor.placed, '0.5', '150')
  const [position_id] = floor.account.positions.keys()
  floor.say(floor.placed, 'cancelled')
  t.match(floor.reply(asked), { code: 'trade.partial' })
  floor.send({ kind: 'close', position_id, comment: 'out' })
  floor.prices.remove('USDJPY')
  const before = floor.taken.length
  const report = floor.fill(floor.placed, '0.5', '151')
  t.equal(floor.taken.length, before)
  floor.prices.set('USDJPY', '151.000', '151.010')
  floor.turn(() => floor.shard.core.halt(STOPPED_AT))
  floor.again(report)
  t.equal(floor.taken.length, before)
  floor.turn(() => floor.shard.core.halt(null))
  floor.again(report)
  t.equal(floor.taken.length, before + 1)
  t.equal(floor.account.positions.size, 0)
  floor.settle()
  t.end()
})

t.test('what belongs to nothing in the books is in the journal, once', (t) => {
  const floor = new ProviderFloor()
  const execution = { id: 'E', volume: LOT, price: 117_000 }
  const records = floor.shard.records().length
  for (const order of ['1001-77-1', 'somebody else', '99999-5-1']) {
    for (let i = 0; i < 2; i++) {
      floor.report({ order, state: 'filled', execution, total: LOT, text: 'hello' })
    }
  }
  t.equal(floor.taken.length, 6)
  t.equal(floor.shard.records().length, records + 1)
  t.match(floor.notes(), [
    /reported 1 lots \(execution E\) of order 1001-77-1, .* by hand \(hello\)/,
  ])
  floor.send(OUT)
  const filled = floor.fill(floor.placed, '1', '1.17')
  floor.report({ ...filled, state: 'undone', execution: { ...execution, id: 'bust' } })
  t.match(floor.notes().at(-1), /execution bust/)
  t.equal(floor.account.positions.size, 1, 'a trade that is taken back is for staff to look at')
  const broken = { ...execution, id: 'broken', price: 0 }
  floor.send(OUT)
  floor.report({ order: floor.placed.id, state: 'filled', execution: broken, total: LOT })
  t.match(floor.notes().at(-1), /price could not be read/)
  floor.settle()
  t.end()
})

t.test('a trade that is taken back stays booked, and what follows it is booked whole', (t) => {
  const part = LOT / 10
  const floor = new ProviderFloor()
  floor.send({ ...OUT, volume: '0.3' })
  const sent = floor.placed
  const first = floor.fill(sent, '0.1', '1.17')
  const bust = {
    order: sent.id,
    text: 'takes back execution X1',
    state: 'undone',
    execution: { id: 'B1', volume: part, price: 117_000 },
    undoes: { execution: first.execution?.id ?? '', volume: 0, price: 0 },
  } as const
  for (let i = 0; i < 2; i++) floor.report(bust)
  const told = floor.notes().filter((text) => text.includes('takes back'))
  t.match(told, [/Prime takes back execution X1, of order .*: it is booked as it was/])
  const dealt = () =>
    floor.shard.records().reduce((sum, { events }) => {
      const deals = events.flatMap((one) => (one.type === 'deal' && one.volume > 0 ? [one] : []))
      return sum + deals.reduce((volume, one) => volume + one.volume, 0)
    }, 0)
  t.equal(dealt(), part)
  floor.restart()
  // The provider counts from nothing again: two parts are two, and the third is beyond the order here.
  const second = { id: 'X2', volume: 2 * part, price: 117_100 }
  floor.report({ order: sent.id, state: 'working', execution: second, total: 2 * part })
  t.equal(dealt(), 3 * part)
  const third = { id: 'X3', volume: part, price: 117_200 }
  floor.report({ order: sent.id, state: 'filled', execution: third, total: 3 * part })
  t.equal(dealt(), 4 * part)
  t.match(floor.notes().at(-1), /X3.*after its end/)
  floor.settle()
  t.end()
})

t.test('a trade that is corrected changes what later sums are held against', (t) => {
  const part = LOT / 10
  const floor = new ProviderFloor()
  floor.send({ ...OUT, volume: '0.3' })
  const sent = floor.placed
  const first = floor.fill(sent, '0.2', '1.17')
  floor.report({
    order: sent.id,
    state: 'undone',
    text: 'corrects execution X1',
    total: part,
    execution: { id: 'C1', volume: part, price: 116_900 },
    undoes: { execution: first.execution?.id ?? '', volume: part, price: 116_900 },
  })
  // Told by sums alone: one part more, at the price that makes the average.
  floor.report({ order: sent.id, state: 'cancelled', total: 2 * part, average: 117_000 })
  t.match(floor.rows(Number(sent.id.split('-')[1])).at(-1), { state: 'filled' })
  const deals = floor.shard.records().flatMap(({ events }) => events)
  t.match(
    deals.flatMap((one) =>
      one.type === 'deal' && one.volume > 0 ? [[one.volume, one.price]] : [],
    ),
    [
      [2 * part, 117_000],
      [part, 117_100],
    ],
  )
  floor.settle()
  t.end()
})

t.test('a gateway takes for a group what the first row that fits the group takes', (t) => {
  const symbols = ['*', '!EURUSD']
  const refused = { code: 'trade.no_connection', message: /accepts EURUSD for this group/ }
  const asked = (groups: readonly GatewayGroup[], over: object = {}) => {
    const floor = new ProviderFloor({ gateway: gatewayRecord({ groups }) })
    const id = floor.send({ ...OUT, ...over })
    return { floor, reply: floor.reply(id) }
  }
  t.match(asked([{ group: HEDGING, symbols }]).reply, refused)
  t.match(asked([{ group: '*', symbols }]).reply, refused)
  t.match(asked([{ group: HEDGING, symbols: [] }]).reply, refused)
  const taking: readonly (readonly GatewayGroup[])[] = [
    [],
    [{ group: 'some\\other', symbols }],
    [{ group: HEDGING.toUpperCase(), symbols: ['eur*'] }],
    [
      { group: HEDGING, symbols: ['*'] },
      { group: '*', symbols },
    ],
  ]
  for (const groups of taking) {
    const { floor, reply } = asked(groups)
    t.equal(reply, undefined, JSON.stringify(groups))
    t.equal(floor.orders().length, 1)
  }
  t.end()
})

t.test('each end of an order at its provider is refused in words of its own', (t) => {
  const told = (state: EndState, text: string, isOver: boolean) => {
    const { code, message } = refusalOf(state, text, isOver)
    return [code, message]
  }
  const late = [
    'trade.timeout',
    'The provider did not answer in time. Check your orders and positions before you trade again.',
  ]
  for (const isOver of [false, true]) {
    t.same(told('rejected', '', isOver), ['trade.rejected', 'The provider rejected the order.'])
    t.same(told('rejected', 'too far', isOver), ['trade.rejected', 'too far'])
    t.same(told('full', 'slower', isOver), ['trade.too_many_requests', 'slower'])
    t.same(told('unsent', 'away', isOver), ['trade.no_connection', 'away'])
    t.same(told('silent', 'any', isOver), late)
  }
  const never = 'The order did not reach the provider. Send it again.'
  t.same(told('unknown', 'any', false), ['trade.no_connection', never])
  for (const state of ['cancelled', 'expired', 'filled'] as const) {
    t.same(told(state, '', false), ['trade.cancelled', 'The provider could not fill the order.'])
    t.same(told(state, 'no', false), ['trade.cancelled', 'no'])
    t.same(told(state, 'no', true), late, 'its time was over')
  }
  t.same(told('unknown', 'any', true), late)
  t.end()
})

t.test('a restart gives up at once what is at a gateway that is switched off by then', (t) => {
  const floor = new ProviderFloor()
  floor.send({ ...OUT, client_order_id: 'k' })
  const { id } = floor.placed
  const book = givenBook({
    routing: [TO_PROVIDER, CONFIRM],
    gateways: [gatewayRecord({ enabled: false })],
  })
  const again = rebuilt(floor.shard, [LOGIN], { book })
  again.core.parking.recover([again.account()])
  t.equal(again.account().orders.size, 1)
  const told = again.turn(() => again.core.parking.run())
  t.equal(again.account().orders.size, 0)
  t.match(again.records().at(-1), { requestKey: 'o:k', code: 'trade.timeout' })
  t.same(
    told.filter(({ kind }) => kind === 'gateway').map(({ value }) => value),
    [{ what: 'forget', gateway: 3, order: { ...floor.placed, id, limit: 0 } }],
  )
  checkLedger(again.records(LOGIN), again.account())
  t.end()
})

t.test(
  'whoever asked, the price that a request may fill at goes by how its gateway takes orders',
  (t) => {
    const bound = { price: '1.17010', deviation_pts: 3 }
    for (const mode of ['Limit', 'Market']) {
      const gateway = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', mode)
      const floor = new ProviderFloor({ gateway })
      floor.send({ ...OUT, ...bound })
      t.equal(floor.placed.limit, 117_013, `a client's, in mode ${mode}`)
      floor.send(OUT)
      t.equal(floor.placed.limit, 0)
    }
    t.end()
  },
)

t.test('an order whose sending the log has let go of is as if it were just sent', (t) => {
  const floor = new ProviderFloor()
  const { shard } = floor
  floor.send(OUT)
  const { id: sentId } = floor.placed
  const [parked] = shard.core.parking.requests.all
  const order = parked && floor.account.orders.get(parked.id)
  if (parked === undefined || order === undefined) throw new Error('it is at its provider')
  shard.deposit('1')
  shard.log.trim(shard.records().at(-1)?.seq ?? 0, 100)
  shard.clock.at += 1000
  shard.begin()
  const state = shard.core.parking.gateways.recovered(parked, order)
  t.same(state, {
    is: 'at_provider',
    gatewayId: 3,
    attempt: 1,
    filled: 0,
    value: 0n,
    order: { id: sentId, symbol_id: 1, side: 1, volume: LOT, limit: 0, filling: 'ioc' },
    hasMore: false,
    isUnwanted: false,
    phase: 'placed',
    isKept: false,
    dueAt: shard.clock.at + PLACEMENT_MS - 1000,
  })
  t.end()
})

t.test(
  'a whole close that says its volume is sent, answered and booked as one that does not',
  (t) => {
    const closed = (more: object) => {
      const floor = new ProviderFloor()
      const { data } = floor.ask({ ...OUT, comment: '' }) as { data: { position_id: number } }
      const { position_id } = data
      const asked = floor.send({ kind: 'close', position_id, comment: 'out', ...more })
      const sent = floor.placed
      floor.fill(sent, '0.4', '1.1699')
      floor.fill(sent, '0.6', '1.1698')
      floor.settle()
      const events = floor.shard.records().flatMap(({ events }) => events)
      return { sent, events, reply: floor.reply(asked), held: floor.account.positions.size }
    }
    const whole = closed({ volume: '1' })
    t.same(whole, closed({}))
    t.match(whole, { sent: { side: -1, volume: 100_000_000 }, reply: { code: 'ok' }, held: 0 })
    t.end()
  },
)

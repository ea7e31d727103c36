import t from 'tap'
import { dealingActed } from '../../../../actors/shard/routed/dealer-actions.js'
import {
  PROVIDER_CANCEL_MS,
  RESTING_AT_PROVIDER_PER_ACCOUNT_MAX,
  WAITING_PER_ACCOUNT_MAX,
} from '../../../../engine/limits/trading.js'
import { NETTING } from '../../../given/book.js'
import { CONFIRM, rule } from '../../../given/floors/dealing-floor.js'
import {
  gatewayRecord,
  OUT,
  PLACEMENT_MS,
  ProviderFloor,
  TO_PROVIDER,
  withParameter,
} from '../../../given/floors/provider-floor.js'
import { LIMIT_ORDER } from '../../../given/records/trade-bodies.js'

// Goal: a pending order that rests at its provider is what the provider says of it, whatever crosses on the way.

const LOT = 100_000_000
const THERE = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
const LIMIT = { ...LIMIT_ORDER, comment: 'out', volume: '1' }

function givenFloor(more: object = {}): ProviderFloor {
  return new ProviderFloor({ gateway: THERE, ...more })
}

/** An order that its provider has taken. */
function rested(floor: ProviderFloor, more: object = {}): number {
  const asked = floor.send({ ...LIMIT, ...more })
  floor.say(floor.placed, 'working')
  const reply = floor.reply(asked) as { code: string; data: { order_id: number } }
  if (reply.code !== 'trade.placed') throw new Error(`answered ${reply.code}`)
  return reply.data.order_id
}

function changed(floor: ProviderFloor) {
  const order = floor.orders('change').at(-1)
  if (order === undefined) throw new Error('a change was sent')
  return order
}

t.test('an order is logged, sent with its terms, and rests once the provider has it', (t) => {
  const floor = givenFloor()
  const expires_at = new Date(floor.shard.clock.at + 60_000).toISOString()
  const body = { ...LIMIT, client_order_id: 'k', expiration: 'specified', expires_at }
  const asked = floor.send({ ...body, stop_loss: '1.15' })
  t.equal(floor.reply(asked), undefined, 'it waits for the provider')
  const { id, ...order } = floor.placed
  const number = Number(id.split('-')[1])
  t.equal(id, `1001-${number}-1`)
  t.same(order, {
    symbol_id: 1,
    side: 1,
    volume: LOT,
    limit: 0,
    filling: 'return',
    rest: { kind: 'limit', price: 116_000, trigger: 0, expires_at: Date.parse(expires_at) },
  })
  t.match(floor.rows(number), [{ state: 'started', gatewayId: 3, asked: 'place', attempt: 1 }])
  t.equal(floor.account.pending.size, 1, 'its margin is held')
  floor.say(floor.placed, 'pending')
  t.equal(floor.reply(asked), undefined, 'received is not accepted')
  floor.say(floor.placed, 'working')
  const answer = floor.reply(asked)
  t.match(answer, { code: 'trade.placed', data: { order_id: number, volume: '1' } })
  t.match(floor.ask({ ...body, stop_loss: '1.15' })['data'], answer?.['data'] as object, 'a repeat')
  t.match(floor.account.orders.get(number), { state: 'placed', asked: '', gatewayId: 3 })
  floor.tick('EURUSD', '1.15980', '1.15990')
  t.equal(floor.orders().length, 1)
  t.match(floor.account.orders.get(number), { state: 'placed' }, 'no price of here triggers it')
  floor.fill(floor.placed, '0.3', '1.16')
  t.match(floor.account.orders.get(number), { state: 'partial', volumeCurrent: 0.7 * LOT })
  t.match(floor.account.positions.get(number), { volume: 0.3 * LOT, stopLoss: 115_000 })
  floor.fill(floor.placed, '0.7', '1.1599')
  t.match(floor.rows(number).at(-1), { state: 'filled', filledValue: 11_599_300_000_000n })
  t.same(
    floor.rows(number).map(({ state }) => state),
    ['started', 'placed', 'partial', 'filled'],
  )
  t.equal(floor.account.orders.size + floor.account.pending.size, 0)
  floor.settle()
  t.end()
})

t.test('stops and stop limits go with the price that triggers them', (t) => {
  const floor = givenFloor()
  rested(floor, { order_kind: 'stop', price: '1.18' })
  t.match(floor.placed.rest, { kind: 'stop', price: 118_000, trigger: 0, expires_at: 0 })
  rested(floor, { order_kind: 'stop_limit', trigger_price: '1.18', price: '1.179' })
  t.match(floor.placed.rest, { kind: 'stop_limit', price: 117_900, trigger: 118_000 })
  floor.tick('EURUSD', '1.18100', '1.18110')
  t.match([...floor.account.orders.values()], [{ state: 'placed' }, { kind: 'stop_limit' }])
  floor.settle()
  t.end()
})

t.test('an order that may not rest in parts waits here, as all do in the other modes', (t) => {
  const floor = givenFloor()
  t.match(floor.ask({ ...LIMIT, filling: 'fok' }), { code: 'trade.placed' })
  t.equal(floor.shard.core.parking.requests.size, 0, 'nobody is asked about it')
  for (const mode of ['Limit', 'Market']) {
    const gateway = withParameter(THERE, 'Limit Orders Coverage Mode', mode)
    const other = new ProviderFloor({ gateway })
    t.match(other.ask(LIMIT), { code: 'trade.placed' }, mode)
    t.same(other.orders(), [])
    other.offline()
    t.match(other.ask(LIMIT), { code: 'trade.placed' }, mode)
  }
  t.same(floor.orders(), [])
  floor.settle()
  t.end()
})

t.test('a gateway that is switched off keeps no pending order, and none from the next one', (t) => {
  const off = { ...THERE, enabled: false }
  const alone = new ProviderFloor({ gateway: off })
  alone.offline()
  t.match(alone.ask(LIMIT), { code: 'trade.placed' }, 'nobody else would have it')
  alone.settle()
  const here = withParameter(off, 'Limit Orders Coverage Mode', 'Limit')
  const gateways = [here, { ...THERE, id: 4, name: 'Next' }]
  const routing = [rule({ ...TO_PROVIDER, dealers: [3, 4] })]
  const two = new ProviderFloor({ changes: { gateways, routing } })
  two.offline()
  t.match(two.ask(LIMIT), { code: 'trade.no_connection' }, 'the next one would have it')
  t.equal(two.account.orders.size, 0)
  two.settle()
  t.end()
})

t.test('what the provider refuses, does not know or did not get is no order', (t) => {
  const floor = givenFloor()
  const rejected = floor.send({ ...LIMIT, client_order_id: 'no' })
  const number = Number(floor.placed.id.split('-')[1])
  floor.say(floor.placed, 'rejected', 'too far')
  t.match(floor.rows(number).at(-1), { state: 'rejected', asked: '' })
  t.match(floor.reply(rejected), { code: 'trade.rejected', message: 'too far' })
  t.match(floor.ask({ ...LIMIT, client_order_id: 'no' }), { code: 'trade.rejected' })
  const unsent = floor.send(LIMIT)
  floor.say(floor.placed, 'unsent')
  t.match(floor.reply(unsent), { code: 'trade.no_connection' })
  floor.offline()
  t.match(floor.ask(LIMIT), { code: 'trade.no_connection' }, 'nobody is asked who is not there')
  t.equal(floor.orders().length, 2)
  t.equal(floor.account.orders.size + floor.account.pending.size, 0)
  t.match(floor.notes(), [/gateway Prime rejected order \d+ .*\(too far\)/])
  floor.settle()
  t.end()
})

t.test(
  'an end that the client is told of instead of its order is no news, and one that nobody is told of is',
  (t) => {
    for (const end of ['unsent', 'unknown', 'full', 'cancelled', 'expired'] as const) {
      const floor = givenFloor()
      const asked = floor.send({ ...LIMIT, client_order_id: 'told' })
      floor.say(floor.placed, end, 'why')
      t.ok(floor.reply(asked), `${end} is answered`)
      t.equal(floor.account.orders.size, 0)
      t.same(floor.notes(), [], end)
      floor.settle()
    }
    const floor = givenFloor()
    floor.send({ ...LIMIT, client_order_id: 'gone' })
    floor.restart()
    floor.say(floor.placed, 'unknown', 'why')
    t.match(floor.notes(), [/does not know order/], 'nobody waits for it')
    t.equal(floor.notes().length, 1)
    floor.settle()
    t.end()
  },
)

t.test('a cancel waits for the provider, and a fill that crosses it wins', (t) => {
  const floor = givenFloor()
  const first = rested(floor)
  const asked = floor.send({ kind: 'delete', order_id: first, client_order_id: 'd' })
  t.same(floor.orders('cancel'), [floor.placed])
  t.match(floor.account.orders.get(first), { state: 'started', asked: 'cancel' })
  t.equal(floor.reply(asked), undefined)
  t.match(floor.ask({ kind: 'delete', order_id: first }), { code: 'trade.busy' })
  floor.fill(floor.placed, '0.4', '1.16')
  t.equal(floor.reply(asked), undefined)
  floor.say(floor.placed, 'cancelled')
  t.match(floor.reply(asked), { code: 'ok', data: { order_id: first } })
  t.match(floor.rows(first).at(-1), { state: 'cancelled', volumeCurrent: 0.6 * LOT, asked: '' })
  t.match(floor.ask({ kind: 'delete', order_id: first, client_order_id: 'd' }), { code: 'ok' })
  t.same(floor.notes(), [], 'an end that was asked for is no news')

  const second = rested(floor)
  const late = floor.send({ kind: 'delete', order_id: second, client_order_id: 'late' })
  floor.fill(floor.placed, '1', '1.16')
  t.match(floor.reply(late), { code: 'trade.rejected', message: /filled/ })
  floor.say(floor.placed, 'kept', 'too late')
  t.match(floor.rows(second).at(-1), { state: 'filled', asked: '' })
  t.match(floor.account.positions.get(second), { volume: LOT })
  const again = { kind: 'delete', order_id: second, client_order_id: 'late' }
  t.match(floor.ask(again), { code: 'trade.rejected', message: /filled/ })

  const third = rested(floor)
  const refused = floor.send({ kind: 'delete', order_id: third })
  floor.say(floor.placed, 'kept', 'not now')
  t.match(floor.reply(refused), { code: 'trade.rejected', message: 'not now' })
  t.match(floor.account.orders.get(third), { state: 'placed', asked: '' })
  floor.settle()
  t.end()
})

t.test(
  'a change has a name of its own at the provider, and the order that until it is taken',
  (t) => {
    const floor = givenFloor()
    const id = rested(floor)
    const placed = floor.placed
    const body = { kind: 'change', order_id: id, price: '1.159', stop_loss: '1.15' }
    const asked = floor.send({ ...body, client_order_id: 'c' })
    const change = changed(floor)
    t.match(change, { id: `1001-${id}-3`, replaces: placed.id, rest: { price: 115_900 } })
    t.match(floor.account.orders.get(id), { state: 'started', price: 116_000, stopLoss: 0 })
    floor.fill(placed, '0.2', '1.16')
    t.match(floor.account.orders.get(id), { state: 'started', price: 116_000 })
    t.equal(floor.reply(asked), undefined)
    floor.say(change, 'pending')
    t.equal(floor.reply(asked), undefined)
    floor.say(change, 'working')
    t.match(floor.reply(asked), { code: 'ok', data: { order_id: id } })
    t.match(floor.account.orders.get(id), {
      state: 'partial',
      price: 115_900,
      stopLoss: 115_000,
      attempt: 3,
      asked: '',
      clientOrderId: 'c',
    })
    floor.say(placed, 'cancelled', 'the name of before is nothing any more')
    t.ok(floor.account.orders.has(id))
    const refused = floor.send({ ...body, price: '1.158' })
    floor.say(changed(floor), 'kept', 'no')
    t.match(floor.reply(refused), { code: 'trade.rejected', message: 'no' })
    t.match(floor.account.orders.get(id), { state: 'partial', price: 115_900, attempt: 3 })
    t.match(floor.ask({ ...body, stop_loss: '1.14' }), { code: 'ok' }, 'stops are of here')
    t.match(floor.account.orders.get(id), { state: 'partial', stopLoss: 114_000, attempt: 3 })
    const overtaken = floor.send({ ...body, price: '1.157' })
    floor.fill(change, '0.8', '1.159')
    t.match(floor.reply(overtaken), { code: 'trade.rejected', message: /filled/ })
    t.match(floor.rows(id).at(-1), { state: 'filled', price: 115_900 })
    t.match(floor.account.positions.get(id), { volume: LOT, priceOpen: 115_920 })
    const cancels = floor.orders('cancel').length
    t.equal(cancels, 0)
    floor.settle()
    t.end()
  },
)

t.test(
  'one that is not known by its old name while it is changed is asked for by the new one',
  (t) => {
    const floor = givenFloor()
    const id = rested(floor)
    const placed = floor.placed
    const asked = floor.send({ kind: 'change', order_id: id, price: '1.159' })
    const change = changed(floor)
    const before = floor.orders('ask').length
    floor.say(placed, 'unknown')
    const said = floor.orders('ask').slice(before)
    t.same(
      said.map((order) => order.id),
      [change.id],
    )
    t.equal(floor.reply(asked), undefined, 'the change waits on')
    t.match(floor.account.orders.get(id), { state: 'started', asked: /./ }, 'nothing has ended')
    floor.say(change, 'working')
    t.match(floor.reply(asked), { code: 'ok' })
    t.match(floor.account.orders.get(id), { state: 'placed', price: 115_900 })
    floor.settle()
    t.end()
  },
)

t.test('an order that is not answered and not cancelled there is asked for until it is', (t) => {
  const floor = givenFloor()
  const body = { ...LIMIT, client_order_id: 'deaf' }
  const placing = floor.send(body)
  const id = Number(floor.placed.id.split('-')[1])
  floor.pass(PLACEMENT_MS)
  floor.say(floor.placed, 'kept', 'too late')
  t.same(floor.orders('ask'), [floor.placed])
  for (let i = 1; i < 4; i++) {
    floor.pass(PROVIDER_CANCEL_MS)
    t.equal(floor.orders('ask').length, 1 + i)
    t.match(floor.account.orders.get(id), { state: 'started', asked: 'place' })
  }
  t.match(floor.reply(placing), { code: 'trade.timeout', message: /has not answered yet/ })
  floor.fill(floor.placed, '1', '1.16')
  t.match(floor.rows(id).at(-1), { state: 'filled' })
  t.match(floor.account.positions.get(id), { volume: LOT })
  t.equal(floor.ask(body)['code'], 'trade.placed')
  floor.settle()
  t.end()
})

t.test('after a disconnect a provider gets its full time to answer again', (t) => {
  const floor = givenFloor()
  const placing = floor.send(LIMIT)
  const id = Number(floor.placed.id.split('-')[1])
  floor.pass(PLACEMENT_MS)
  for (let i = 0; i < 4; i++) {
    floor.pass(PROVIDER_CANCEL_MS - 1)
    floor.offline()
    floor.online()
    t.match(floor.account.orders.get(id), { state: 'started', asked: 'place' })
    t.equal(floor.orders('ask').length, i + 1)
  }
  floor.pass(PROVIDER_CANCEL_MS - 1)
  t.equal(floor.account.orders.size, 1)
  floor.pass(1)
  t.match(floor.reply(placing), { code: 'trade.timeout', message: /did not answer in time/ })
  floor.settle()
  t.end()
})

t.test('one whose placing nobody answered is asked for when its provider is back', (t) => {
  const floor = givenFloor()
  const placing = floor.send(LIMIT)
  const order = floor.placed
  floor.pass(PLACEMENT_MS)
  floor.pass(PROVIDER_CANCEL_MS)
  t.match(floor.reply(placing), { code: 'trade.timeout', message: /did not answer in time/ })
  t.equal(floor.account.orders.size, 0)
  floor.online()
  t.same(floor.orders('ask'), [order])
  floor.report({ order: order.id, state: 'filled', total: LOT, average: 115_990 })
  t.match([...floor.account.positions.values()], [{ volume: LOT, reason: 'gateway' }])
  floor.settle()
  t.end()
})

t.test('the provider ends orders by itself, and their time is over once', (t) => {
  const floor = givenFloor()
  const gone = rested(floor)
  floor.say(floor.placed, 'cancelled', 'end of day')
  t.match(floor.rows(gone).at(-1), { state: 'cancelled' })
  t.match(floor.notes().at(-1), /cancelled order \d+ \(buy 1 EURUSD\) \(end of day\)/)
  const over = rested(floor)
  floor.say(floor.placed, 'expired')
  t.match(floor.rows(over).at(-1), { state: 'expired', reason: 'expiration' })
  t.equal(floor.notes().length, 1, 'a time that is over is no news')
  const expires_at = new Date(floor.shard.clock.at + 1_000).toISOString()
  const timed = rested(floor, { expiration: 'specified', expires_at })
  floor.pass(2_000)
  floor.look()
  t.match(floor.account.orders.get(timed), { state: 'started', asked: 'expiration' })
  t.same(floor.orders('cancel'), [floor.placed], 'a provider that goes on with it is told')
  floor.say(floor.placed, 'kept', 'not known here')
  floor.look()
  t.equal(floor.orders('cancel').length, 1, 'once')
  floor.say(floor.placed, 'cancelled')
  t.match(floor.rows(timed).at(-1), { state: 'expired', reason: 'expiration' })
  floor.settle()
  t.end()
})

t.test(
  'a restart knows when orders that rest at the provider end, also those of meanwhile',
  (t) => {
    const floor = givenFloor()
    const until = (ms: number): string => {
      const expires_at = new Date(floor.shard.clock.at + ms).toISOString()
      rested(floor, { expiration: 'specified', expires_at })
      return floor.placed.id
    }
    const [meanwhile, later] = [until(1_000), until(5_000)]
    const cancelled = () => floor.orders('cancel').map(({ id }) => id)
    floor.shard.clock.at += 1_000
    floor.restart()
    t.same(cancelled(), [])
    floor.look()
    t.same(cancelled(), [meanwhile])
    floor.pass(3_999)
    floor.look()
    t.same(cancelled(), [meanwhile])
    floor.pass(1)
    floor.look()
    t.same(cancelled(), [meanwhile, later])
    floor.settle()
    t.end()
  },
)

t.test('a fill that comes as the time of its order is over leaves it to end, once', (t) => {
  const floor = givenFloor()
  const expires_at = new Date(floor.shard.clock.at + 1_000).toISOString()
  const id = rested(floor, { expiration: 'specified', expires_at })
  const { placed } = floor
  floor.shard.clock.at += 1_000
  floor.fill(placed, '0.1', '1.16')
  floor.look()
  t.equal(floor.orders('cancel').length, 1)
  t.match(floor.account.orders.get(id), { asked: 'expiration', volumeCurrent: 0.9 * LOT })
  floor.fill(placed, '0.1', '1.16')
  floor.restart()
  t.equal(floor.orders('cancel').length, 2, 'a restart asks on')
  floor.say(placed, 'kept', 'not known here')
  floor.fill(placed, '0.1', '1.16')
  floor.look()
  t.equal(floor.orders('cancel').length, 2)
  t.match(floor.account.orders.get(id), { state: 'partial', asked: '' })
  floor.settle()
  t.end()
})

t.test('an order that is changed to stay has no time that is over', (t) => {
  const floor = givenFloor()
  const expires_at = new Date(floor.shard.clock.at + 1_000).toISOString()
  const order_id = rested(floor, { expiration: 'specified', expires_at })
  const { triggers } = floor.shard
  t.ok(triggers.isWaiting, 'for the time alone')
  t.equal(triggers.size, 0)
  const asked = floor.send({ kind: 'change', order_id, price: '1.159', expiration: 'gtc' })
  floor.say(changed(floor), 'working')
  t.match(floor.reply(asked), { code: 'ok' })
  t.notOk(triggers.isWaiting)
  floor.pass(1_000)
  floor.look()
  t.same(floor.orders('cancel'), [])
  floor.settle()
  t.end()
})

t.test('a restart asks on for what rests, is placed, changed and cancelled', (t) => {
  const floor = givenFloor()
  const resting = rested(floor, { price: '1.1601' })
  const kept = floor.placed
  floor.fill(kept, '0.1', '1.1601')
  const cancelled = rested(floor, { price: '1.1602' })
  const going = floor.placed
  floor.send({ kind: 'delete', order_id: cancelled, client_order_id: 'd' })
  const moved = rested(floor, { price: '1.1603' })
  floor.send({ kind: 'change', order_id: moved, price: '1.159', client_order_id: 'c' })
  const change = changed(floor)
  floor.send({ ...LIMIT, price: '1.1604', client_order_id: 'p' })
  const placing = floor.placed
  const before = floor.orders('ask').length
  floor.restart()
  const asked = floor.orders('ask').slice(before)
  t.same(
    asked.map(({ id }) => id),
    [kept.id, going.id, change.id, placing.id],
  )
  t.equal(floor.orders('cancel').length, 2, 'the cancel is said again')
  const repeated = floor.send({ ...LIMIT, price: '1.1604', client_order_id: 'p' })
  floor.say(kept, 'working')
  floor.fill(kept, '0.1', '1.1601')
  t.match(floor.account.orders.get(resting), { state: 'partial', volumeCurrent: 0.8 * LOT })
  floor.say(going, 'cancelled')
  t.match(floor.ask({ kind: 'delete', order_id: cancelled, client_order_id: 'd' }), { code: 'ok' })
  floor.say(change, 'unknown')
  const body = { kind: 'change', order_id: moved, price: '1.159', client_order_id: 'c' }
  t.match(floor.ask(body), { code: 'trade.no_connection' })
  t.match(floor.account.orders.get(moved), { state: 'placed', price: 116_030, asked: '' })
  floor.say(placing, 'unknown')
  t.match(floor.reply(repeated), { code: 'trade.no_connection' }, 'a repeat waits with it')
  const first = { ...LIMIT, price: '1.1604', client_order_id: 'p' }
  t.match(floor.ask(first), { code: 'trade.no_connection' })
  floor.restart()
  t.equal(floor.account.orders.size, 2)
  floor.settle()
  t.end()
})

t.test('who asked is answered after a restart, though a part was filled meanwhile', (t) => {
  const floor = givenFloor()
  const going = rested(floor)
  const cancelled = floor.placed
  const gone = { kind: 'delete', order_id: going, client_order_id: 'd' }
  floor.send(gone)
  floor.fill(cancelled, '0.1', '1.16')
  const moving = rested(floor)
  const moved = floor.placed
  const change = { kind: 'change', order_id: moving, price: '1.159', client_order_id: 'c' }
  floor.send(change)
  floor.fill(moved, '0.1', '1.16')
  floor.restart()
  const [again, once] = [floor.send(gone), floor.send(change)]
  floor.report({ order: cancelled.id, state: 'cancelled', total: 0.1 * LOT, average: 116_000 })
  t.match(floor.reply(again), { code: 'ok' })
  t.match(floor.ask(gone), { code: 'ok' })
  floor.report({ order: moved.id, state: 'kept', text: 'too late' })
  t.match(floor.reply(once), { code: 'trade.rejected', message: 'too late' })
  t.match(floor.ask(change), { code: 'trade.rejected', message: 'too late' })
  floor.settle()
  t.end()
})

t.test(
  'while the provider is away nothing is asked of it, and what it did meanwhile is booked',
  (t) => {
    const floor = givenFloor()
    const id = rested(floor)
    const order = floor.placed
    const waits = floor.send({ kind: 'delete', order_id: id })
    floor.say(order, 'kept')
    floor.offline()
    t.match(floor.reply(waits), { code: 'trade.rejected' })
    t.match(floor.ask({ kind: 'delete', order_id: id }), { code: 'trade.no_connection' })
    const change = { kind: 'change', order_id: id, price: '1.159' }
    t.match(floor.ask(change), { code: 'trade.no_connection' })
    t.match(floor.ask({ kind: 'change', order_id: id, take_profit: '1.2' }), { code: 'ok' })
    floor.online()
    t.match(floor.orders('ask').at(-1), { id: order.id })
    floor.report({ order: order.id, state: 'working', total: 0.6 * LOT, average: 116_000 })
    t.match(floor.account.orders.get(id), { state: 'partial', volumeCurrent: 0.4 * LOT })
    floor.report({ order: order.id, state: 'working', total: 0.6 * LOT, average: 116_000 })
    t.match(floor.account.positions.get(id), { volume: 0.6 * LOT, takeProfit: 120_000 })
    floor.offline()
    floor.online()
    floor.say(order, 'unknown')
    t.match(floor.rows(id).at(-1), { state: 'cancelled', volumeCurrent: 0.4 * LOT })
    t.match(floor.notes().at(-1), /does not know order/)
    floor.settle()
    t.end()
  },
)

t.test('who waits too long is told so, and the order is asked for until the provider says', (t) => {
  const floor = givenFloor()
  const id = rested(floor)
  const asked = floor.send({ kind: 'delete', order_id: id, client_order_id: 'd' })
  floor.pass(PLACEMENT_MS)
  t.match(floor.reply(asked), { code: 'trade.timeout' })
  t.equal(floor.orders('cancel').length, 2)
  floor.pass(PROVIDER_CANCEL_MS)
  t.equal(floor.orders('cancel').length, 3)
  floor.say(floor.placed, 'cancelled')
  t.match(floor.ask({ kind: 'delete', order_id: id, client_order_id: 'd' }), { code: 'ok' })

  const placing = floor.send(LIMIT)
  floor.pass(PLACEMENT_MS)
  t.match(floor.orders('cancel').at(-1), { id: floor.placed.id })
  t.equal(floor.reply(placing), undefined)
  floor.pass(PROVIDER_CANCEL_MS)
  t.match(floor.reply(placing), { code: 'trade.timeout' })
  t.equal(floor.account.orders.size, 0)
  floor.fill(floor.placed, '0.5', '1.16')
  t.match(floor.notes().at(-1), /after its end/)
  t.match([...floor.account.positions.values()].at(-1), { volume: 0.5 * LOT })
  floor.settle()
  t.end()
})

t.test('of a pair the other one is taken back there by the record that fills the first', (t) => {
  const floor = givenFloor()
  const one = rested(floor)
  const first = floor.placed
  const other = rested(floor, { oco_order_id: one, price: '1.159' })
  const second = floor.placed
  const change = { kind: 'change', order_id: other, price: '1.158', client_order_id: 'c' }
  floor.send(change)
  floor.fill(first, '1', '1.16')
  t.match(floor.account.orders.get(other), { state: 'started', price: 115_900 })
  t.same(floor.orders('cancel'), [], 'not before it is known by which name')
  floor.restart()
  floor.say(changed(floor), 'working')
  t.match(floor.ask(change), { code: 'ok' }, 'who asked for the change is answered')
  const { rest, ...named } = changed(floor)
  t.match(floor.orders('cancel'), [{ id: named.id, rest: { price: rest?.price } }])
  floor.say(changed(floor), 'cancelled')
  t.match(floor.rows(other).at(-1), { state: 'cancelled', reason: 'client' })
  t.not(second.id, named.id)

  // One of them rests here.
  const here = rule({ ...TO_PROVIDER, dealers: [3] })
  const mixed = givenFloor({ routing: [here, CONFIRM] })
  const there = rested(mixed)
  const own = mixed.ask({ ...LIMIT, comment: '', oco_order_id: there, price: '1.165' })
  t.match(own, { code: 'trade.placed' })
  mixed.tick('EURUSD', '1.16480', '1.16490')
  t.match(mixed.account.orders.get(there), { asked: 'cancel' })
  t.equal(mixed.orders('cancel').length, 1)
  mixed.settle()
  floor.settle()
  t.end()
})

t.test('what was booked counts by whatever name, also after a restart and after its end', (t) => {
  const floor = givenFloor()
  const id = rested(floor)
  floor.fill(floor.placed, '0.2', '1.16')
  floor.send({ kind: 'change', order_id: id, price: '1.159' })
  floor.say(changed(floor), 'working')
  const order = changed(floor)
  // The position is gone: what comes after that is booked with an order of its own.
  t.match(floor.ask({ kind: 'close', position_id: id }), { code: 'ok' })
  floor.fill(order, '0.1', '1.159')
  t.match([...floor.account.positions.values()], [{ volume: 0.1 * LOT, reason: 'gateway' }])
  floor.restart()
  const sums = { order: order.id, average: 115_900 } as const
  floor.report({ ...sums, state: 'working', total: 0.3 * LOT })
  t.equal(floor.account.positions.size, 1, 'the sum is known')
  floor.report({ ...sums, state: 'working', total: 0.5 * LOT })
  t.equal(floor.account.positions.size, 2)
  floor.report({ ...sums, state: 'cancelled', total: 0.5 * LOT })
  t.match(floor.rows(id).at(-1), { state: 'cancelled', volumeCurrent: 0.8 * LOT })
  floor.report({ ...sums, state: 'cancelled', total: 0.5 * LOT })
  floor.report({ ...sums, state: 'cancelled', total: 0.6 * LOT })
  const volumes = [...floor.account.positions.values()].map(({ volume }) => volume / LOT)
  t.same(volumes, [0.1, 0.2, 0.1])
  floor.settle()
  t.end()
})

/** Takes the account under its level, unless what rests there counts as gone. */
function stopOut(floor: ProviderFloor): void {
  floor.turn(() => floor.shard.profile({ leverage: 40 }))
  for (const bid of ['1.16000', '1.15999']) {
    floor.tick('EURUSD', bid, '1.16010')
    floor.turn(() => floor.shard.margin.run(100))
  }
}

t.test('a stop out asks for the orders that rest there first, and counts them as gone', (t) => {
  const floor = givenFloor()
  const id = rested(floor, { volume: '4' })
  floor.ask({ ...OUT, comment: '', volume: '4' })
  stopOut(floor)
  t.match(floor.account.orders.get(id), { state: 'started', asked: 'stop_out' })
  t.equal(floor.orders('cancel').length, 1)
  t.equal(floor.account.positions.size, 1, 'without it the account has its level')
  floor.say(floor.placed, 'cancelled')
  t.match(floor.rows(id).at(-1), { state: 'cancelled', reason: 'stop_out' })
  floor.settle()
  t.end()
})

t.test('an order that its provider does not let go is asked for less and less', (t) => {
  const floor = givenFloor()
  const id = rested(floor, { volume: '4' })
  floor.ask({ ...OUT, comment: '', volume: '4' })
  stopOut(floor)
  const { placed } = floor
  for (let tenths = 0; tenths < 600; tenths++) {
    if (floor.account.orders.get(id)?.asked === 'stop_out') floor.say(placed, 'kept', 'not now')
    if (tenths < 15) t.equal(floor.placed, placed, 'no position is taken instead')
    floor.pass(100)
    floor.turn(() => {
      floor.shard.margin.retry()
      floor.shard.margin.run(100)
    })
  }
  t.ok(floor.orders('cancel').length <= 10, `${floor.orders('cancel').length} times`)
  t.match(floor.placed, { side: -1, volume: 4 * LOT }, 'then one is')
  floor.settle()
  t.end()
})

t.test('a stop out has an order go that is being changed there, before any position', (t) => {
  const floor = givenFloor()
  const id = rested(floor, { volume: '4' })
  floor.ask({ ...OUT, comment: '', volume: '4' })
  const change = floor.send({ kind: 'change', order_id: id, price: '1.15500' })
  stopOut(floor)
  const told = floor.rows(id).filter(({ asked }) => asked.includes('"goes":"stop_out"'))
  t.equal(told.length, 1, 'it is said once')
  t.equal(floor.orders('change').length, 1, 'what was sent is not sent again')
  t.equal(floor.orders('cancel').length, 0, 'one word at a time')
  t.equal(floor.account.positions.size, 1, 'without it the account has its level')
  floor.say(changed(floor), 'working')
  t.match(floor.reply(change), { code: 'ok' })
  t.match(floor.account.orders.get(id), { asked: 'stop_out', price: 115_500 })
  t.equal(floor.orders('cancel').length, 1)
  floor.say(changed(floor), 'cancelled')
  t.match(floor.rows(id).at(-1), { state: 'cancelled', reason: 'stop_out' })
  floor.settle()
  t.end()
})

t.test('a stop out has an order go that is on its way there, and who placed it hears so', (t) => {
  for (const restarts of [false, true]) {
    const floor = givenFloor()
    floor.ask({ ...OUT, comment: '', volume: '4' })
    const body = { ...LIMIT, volume: '4', client_order_id: 'gone' }
    const placing = floor.send(body)
    const id = Number(floor.placed.id.split('-')[1])
    stopOut(floor)
    t.match(floor.account.orders.get(id), { state: 'started', asked: 'stop_out' })
    t.equal(floor.orders('cancel').length, 1)
    t.equal(floor.account.positions.size, 1)
    if (restarts) floor.restart()
    floor.say(floor.placed, 'cancelled')
    const told = {
      code: 'trade.cancelled',
      message:
        'The order ended at the provider without a fill. Send a new order if you still want to trade.',
    }
    if (!restarts) t.match(floor.reply(placing), told)
    t.match(floor.ask(body), told)
    t.match(floor.rows(id).at(-1), { state: 'cancelled', reason: 'stop_out' })
    floor.settle()
  }
  t.end()
})

t.test('of a gateway that is switched off an order goes at once', (t) => {
  const floor = givenFloor()
  const id = rested(floor)
  floor.offline()
  const off = givenFloor({ gateway: { ...THERE, enabled: false } }).shard.core.book
  floor.turn(() => floor.shard.core.setBook(off))
  t.match(floor.ask({ kind: 'delete', order_id: id }), { code: 'ok' })
  t.match(floor.rows(id).at(-1), { state: 'cancelled' })
  floor.settle()
  t.end()
})

t.test('a delay and a dealer come before the provider', (t) => {
  const late = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
  const asks = { id: 4, position: 0, action: 'online_dealers' } as const
  const dealers = rule({ ...asks, request_kinds: ['delete', 'change'] })
  const delayed = rule({ ...late, request_kinds: ['place'] })
  const floor = givenFloor({ routing: [delayed, dealers, TO_PROVIDER, CONFIRM] })
  const dealer = { login: 501, scope: ['*'], sees_staff: false }
  floor.turn(() => floor.shard.core.parking.dealing.setOnline([dealer]))
  const placing = floor.send({ ...LIMIT, client_order_id: 'p' })
  t.same(floor.orders(), [])
  floor.pass(400)
  t.equal(floor.reply(placing), undefined)
  floor.say(floor.placed, 'working')
  t.match(floor.reply(placing), { code: 'trade.placed' })
  const [order_id] = floor.account.orders.keys()
  const by = { login: 501, ip: '', request_id: '' }
  for (const kind of ['change', 'delete'] as const) {
    const price = kind === 'change' ? { price: '1.159' } : {}
    const asked = floor.send({ kind, order_id, client_order_id: kind, ...price })
    const waits = [...floor.shard.core.parking.requests.all].find(
      ({ state }) => state.is === 'with_dealers',
    )
    for (const act of ['take', 'confirm'] as const) {
      floor.turn(() => {
        const done = dealingActed(floor.shard.core, {
          act,
          id: waits?.id ?? 0,
          by,
          price: '',
          text: '',
          reason: '',
        })
        t.match(done, { ok: true })
      })
    }
    t.equal(floor.reply(asked), undefined, 'it goes on to the provider')
    const order = kind === 'change' ? changed(floor) : (floor.orders('cancel')[0] ?? floor.placed)
    floor.say(order, kind === 'change' ? 'working' : 'cancelled')
    t.match(floor.reply(asked), { code: 'ok', data: { order_id } })
    t.match(floor.ask({ kind, order_id, client_order_id: kind, ...price }), { code: 'ok' })
  }
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test('an account has so many orders at providers, and one more is refused', (t) => {
  const floor = givenFloor()
  floor.shard.deposit('1000000')
  for (let i = 0; i < RESTING_AT_PROVIDER_PER_ACCOUNT_MAX; i++) rested(floor, { volume: '0.01' })
  t.equal(floor.account.orders.size, RESTING_AT_PROVIDER_PER_ACCOUNT_MAX)
  t.match(floor.ask({ ...LIMIT, volume: '0.01' }), { code: 'trade.too_many_requests' })
  t.match(floor.ask({ ...LIMIT, volume: '0.01', comment: '' }), { code: 'trade.placed' })
  floor.settle()
  t.end()
})

t.test('requests that wait are bounded, orders that rest are not among them', (t) => {
  const floor = givenFloor()
  for (let i = 0; i < WAITING_PER_ACCOUNT_MAX; i++) rested(floor, { volume: '0.01' })
  for (let i = 0; i < WAITING_PER_ACCOUNT_MAX; i++) floor.send({ ...LIMIT, volume: '0.01' })
  t.match(floor.ask({ ...LIMIT, volume: '0.01' }), { code: 'trade.too_many_requests' })
  const [first] = floor.account.orders.keys()
  t.match(floor.ask({ kind: 'delete', order_id: first }), { code: 'trade.too_many_requests' })
  floor.say(floor.placed, 'working')
  t.equal(floor.reply(floor.send({ kind: 'delete', order_id: first })), undefined)
  floor.settle()
  t.end()
})

t.test('on a netting account what it fills takes from the position', (t) => {
  const floor = givenFloor()
  floor.turn(() => floor.shard.profile({ group: NETTING }))
  const { data } = floor.ask({ ...OUT, comment: '', side: 'sell' }) as {
    data: { position_id: number }
  }
  const id = rested(floor, { volume: '2' })
  floor.fill(floor.placed, '0.4', '1.16')
  t.match(floor.account.positions.get(data.position_id), { side: -1, volume: 0.6 * LOT })
  t.match(floor.ask({ kind: 'close', position_id: data.position_id }), { code: 'ok' })
  floor.fill(floor.placed, '1.6', '1.16')
  t.match(floor.rows(id).at(-1), { state: 'filled' })
  floor.settle()
  t.end()
})

t.test(
  'an order that ends at its provider while it is changed ends here, and so does the change',
  (t) => {
    const floor = givenFloor()
    const id = rested(floor)
    const { placed } = floor
    const asked = floor.send({ kind: 'change', order_id: id, price: '1.159' })
    floor.say(placed, 'cancelled', 'closed for today')
    t.match(floor.reply(asked), {
      code: 'trade.rejected',
      message: 'The order had already ended, so the request had no effect.',
    })
    t.match(floor.rows(id).at(-1), { state: 'cancelled', asked: '' })
    t.equal(floor.account.orders.size, 0)
    t.equal(floor.shard.core.parking.requests.size, 0)
    floor.settle()
    t.end()
  },
)

t.test(
  'a provider is told of an order in its order, and to forget each name that is not used any more',
  (t) => {
    const floor = givenFloor()
    const said = (): string[] =>
      floor.said.splice(0).flatMap((one) => ('order' in one ? [`${one.what} ${one.order.id}`] : []))
    said()
    const id = rested(floor)
    const first = `1001-${id}-1`
    t.same(said(), [`place ${first}`])
    floor.send({ kind: 'change', order_id: id, price: '1.15' })
    const [asked] = floor.orders('change')
    if (asked === undefined) throw new Error('a change was sent')
    const sent = said()
    floor.say(asked, 'working')
    t.same([...sent, ...said()], [`change ${asked.id}`, `forget ${first}`])
    t.not(asked.id, first)
    floor.send({ kind: 'delete', order_id: id })
    t.same(said(), [`cancel ${asked.id}`])
    floor.say(asked, 'cancelled')
    t.same(said(), [`forget ${asked.id}`])
    t.equal(floor.account.orders.size, 0)
    floor.settle()
    t.end()
  },
)

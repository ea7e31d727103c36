import t from 'tap'
import { answerCorrection, answerDeletion } from '../../../../actors/shard/questions/corrections.js'
import { LONGEST_REST_MS } from '../../../../actors/shard/routed/refused-actions.js'
import { PROVIDER_CANCEL_MS } from '../../../../engine/limits/trading.js'
import { NETTING } from '../../../given/book.js'
import { DOER } from '../../../given/desk.js'
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

// Goal: what the server asks by itself goes to the provider as well, and comes again until it is done.

const LOT = 100_000_000
const HERE = { ...OUT, comment: '' }
const LIMIT = { ...LIMIT_ORDER, comment: 'out', volume: '1' }

function opened(floor: ProviderFloor, more: object = {}): number {
  const { data } = floor.ask({ ...HERE, ...more }) as { data: Record<string, number> }
  return data['position_id'] as number
}

function placed(floor: ProviderFloor, more: object = {}): number {
  const { data } = floor.ask({ ...LIMIT, ...more }) as { data: Record<string, number> }
  return data['order_id'] as number
}

t.test('a stop loss is closed by the provider, and its position is being dealt with', (t) => {
  const floor = new ProviderFloor()
  const position = opened(floor, { stop_loss: '1.16' })
  floor.tick('EURUSD', '1.15990', '1.16000')
  const order = floor.placed
  t.match(order, { side: -1, volume: LOT, limit: 0, filling: 'ioc' })
  const id = Number(order.id.split('-')[1])
  t.match(floor.rows(id), [
    { state: 'started', gatewayId: 3, reason: 'sl', positionId: position, rateMargin: 0n },
  ])
  floor.tick('EURUSD', '1.15980', '1.15990')
  t.equal(floor.orders().length, 1, 'it is asked once')
  t.match(floor.ask({ kind: 'close', position_id: position }), { code: 'trade.busy' })
  floor.fill(order, '1', '1.1597')
  t.match(floor.rows(id).at(-1), { state: 'filled', price: 115_970 })
  t.equal(floor.account.positions.size, 0)
  const deal = floor.shard
    .records()
    .at(-1)
    ?.events.find((event) => event.type === 'deal')
  t.match(deal, { reason: 'sl', entry: 'out', comment: '[sl 1.16000]' })
  floor.settle()
  t.end()
})

t.test('nor is it closed here meanwhile, where stop losses are, or corrected by staff', (t) => {
  const closes = rule({ ...TO_PROVIDER, request_kinds: ['close'] })
  const floor = new ProviderFloor({ routing: [closes, CONFIRM] })
  const position = opened(floor, { stop_loss: '1.16' })
  floor.send({ kind: 'close', position_id: position, volume: '0.5', comment: 'out' })
  floor.tick('EURUSD', '1.15990', '1.16000')
  const { core } = floor.shard
  const correction = {
    positionId: position,
    version: 0,
    comment: 'mended',
    priceOpen: '',
    stopLoss: '',
    takeProfit: '',
  }
  const asked = { login: 1_001, by: DOER }
  const corrected = answerCorrection(core, { ...asked, correction })
  t.match(corrected, { ok: false, code: 'conflict', message: /at a provider/ })
  const deletion = { ...asked, ids: [position], request_id: '', digest: 0 }
  t.match(answerDeletion(core, deletion), { ok: true, value: ['conflict'] })
  t.ok(floor.account.positions.has(position))
  floor.fill(floor.placed, '0.5', '1.1599')
  floor.tick('EURUSD', '1.15980', '1.15990')
  t.equal(floor.account.positions.size, 0, 'its level is still there')
  floor.settle()
  t.end()
})

t.test('what a provider could not fill of it comes again with the next tick', (t) => {
  const floor = new ProviderFloor()
  const position = opened(floor, { stop_loss: '1.16' })
  floor.tick('EURUSD', '1.15990', '1.16000')
  floor.fill(floor.placed, '0.4', '1.1599', 'cancelled')
  t.match(floor.account.positions.get(position), { volume: 0.6 * LOT, stopLoss: 116_000 })
  floor.tick('EURUSD', '1.15980', '1.15990')
  t.match(floor.placed, { volume: 0.6 * LOT })
  floor.say(floor.placed, 'rejected', 'no')
  t.match(floor.notes(), [/rejected order \d+ \(sell 0.6 EURUSD\) \(no\)/])
  floor.tick('EURUSD', '1.15970', '1.15980')
  t.equal(floor.orders().length, 2, 'it is let be for a moment')
  floor.pass(LONGEST_REST_MS)
  floor.tick('EURUSD', '1.15970', '1.15980')
  floor.pass(PLACEMENT_MS)
  floor.pass(PROVIDER_CANCEL_MS)
  floor.pass(LONGEST_REST_MS)
  floor.tick('EURUSD', '1.15960', '1.15970')
  floor.offline()
  floor.say(floor.placed, 'unsent')
  floor.tick('EURUSD', '1.15950', '1.15960')
  t.equal(floor.orders().length, 4, 'nobody is there to be asked')
  floor.online()
  floor.pass(LONGEST_REST_MS)
  floor.tick('EURUSD', '1.15940', '1.15950')
  floor.fill(floor.placed, '0.6', '1.1594')
  t.equal(floor.account.positions.size, 0)
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test('a take profit has its price as limit, unless limits go as market orders', (t) => {
  for (const [mode, limit] of [
    ['Gateway', 118_000],
    ['Limit', 118_000],
    ['Market', 0],
  ] as const) {
    const gateway = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', mode)
    const floor = new ProviderFloor({ gateway })
    opened(floor, { take_profit: '1.18' })
    floor.tick('EURUSD', '1.18010', '1.18020')
    t.match(floor.placed, { limit, side: -1 }, mode)
    floor.fill(floor.placed, '1', '1.18')
    t.equal(floor.account.positions.size, 0)
    // A pending order rests there from its placing on (orders-there.test.ts).
    if (mode === 'Gateway') continue
    placed(floor)
    floor.tick('EURUSD', '1.15980', '1.15990')
    t.match(floor.placed, { limit: limit === 0 ? 0 : 116_000, side: 1 })
    placed(floor, { order_kind: 'stop', price: '1.17' })
    floor.tick('EURUSD', '1.17', '1.1701')
    t.match(floor.placed, { limit: 0 }, 'a stop has no price to hold')
    floor.settle()
  }
  t.end()
})

t.test('an order whose price has come is filled by the provider', (t) => {
  const floor = new ProviderFloor()
  const pair = placed(floor, { price: '1.10', comment: '' })
  const id = placed(floor, { oco_order_id: pair, take_profit: '1.19', client_order_id: 'limit' })
  floor.tick('EURUSD', '1.15980', '1.15990')
  t.equal(floor.placed.id, `1001-${id}-2`)
  t.match(floor.rows(id).at(-1), { state: 'started', gatewayId: 3, price: 116_000 })
  t.match(floor.ask({ kind: 'delete', order_id: id }), { code: 'trade.busy' })
  t.match(floor.ask({ ...LIMIT, client_order_id: 'limit' }), { code: 'conflict' })
  floor.fill(floor.placed, '1', '1.1599')
  t.match(floor.rows(id).at(-1), {
    state: 'filled',
    price: 116_000,
    filledValue: 115_990n * BigInt(LOT),
  })
  t.match(floor.rows(pair).at(-1), { state: 'cancelled' })
  t.match(floor.account.positions.get(id), {
    priceOpen: 115_990,
    takeProfit: 119_000,
    reason: 'client',
  })
  const deal = floor.shard
    .records()
    .at(-1)
    ?.events.find((event) => event.type === 'deal')
  t.match(deal, { reason: 'activation', externalId: 'X1' })
  floor.settle()
  t.end()
})

t.test('what cannot be paid for is rejected before it is sent', (t) => {
  const floor = new ProviderFloor()
  const id = placed(floor, { volume: '8' })
  floor.ask({ ...HERE, side: 'sell', volume: '8' })
  floor.turn(() => floor.shard.profile({ leverage: 20 }))
  floor.tick('EURUSD', '1.15980', '1.15990')
  t.same(floor.orders(), [])
  t.match(floor.rows(id).at(-1), { state: 'rejected' })
  t.match(floor.notes(), [/rejected when its price had come/])
  floor.settle()
  t.end()
})

t.test('an order without a fill stays pending and is sent again as another one', (t) => {
  const floor = new ProviderFloor()
  const id = placed(floor)
  const send = (bid: string, ask: string) => {
    floor.pass(LONGEST_REST_MS)
    floor.tick('EURUSD', bid, ask)
    return floor.placed
  }
  const first = send('1.15980', '1.15990')
  t.equal(floor.shard.triggers.size, 0, 'it waits for no price meanwhile')
  floor.say(first, 'cancelled')
  t.equal(floor.shard.triggers.size, 1)
  t.match(floor.account.orders.get(id), { state: 'placed', gatewayId: 0, version: 3 })
  const second = send('1.15970', '1.15980')
  t.equal(second.id, `1001-${id}-4`)
  floor.pass(PLACEMENT_MS)
  floor.pass(PROVIDER_CANCEL_MS)
  t.match(floor.account.orders.get(id), { state: 'placed' })
  const third = send('1.15960', '1.15970')
  floor.fill(third, '0.6', '1.1596')
  t.match(floor.account.orders.get(id), { state: 'started', volumeCurrent: 0.4 * LOT })
  floor.restart()
  t.same(
    floor.orders('ask').map((order) => order.id),
    [third.id],
  )
  floor.say(third, 'cancelled')
  t.match(floor.account.orders.get(id), { state: 'partial', volumeCurrent: 0.4 * LOT })
  // The one that was given up was filled after all: the provider has traded twice.
  floor.fill(second, '1', '1.1598')
  t.match(floor.notes().at(-1), /after its end/)
  t.match(floor.account.positions.get(id), { volume: 1.6 * LOT })
  t.match(floor.account.orders.get(id), { state: 'partial', volumeCurrent: 0.4 * LOT })
  t.match(floor.ask({ kind: 'change', order_id: id, price: '1.158' }), { code: 'ok' })
  const last = send('1.15770', '1.15780')
  t.match(last, { volume: 0.4 * LOT, limit: 115_800 })
  floor.fill(last, '0.4', '1.1578')
  t.match(floor.rows(id).at(-1), { state: 'filled', volumeCurrent: 0 })
  t.match(floor.account.positions.get(id), { volume: 2 * LOT })
  floor.settle()
  t.end()
})

t.test('two attempts of which only the sums are known are two executions', (t) => {
  const floor = new ProviderFloor()
  const id = placed(floor)
  const sums = { state: 'cancelled', total: 0.4 * LOT, average: 115_900 } as const
  floor.tick('EURUSD', '1.15980', '1.15990')
  floor.report({ order: floor.placed.id, ...sums })
  floor.tick('EURUSD', '1.15970', '1.15980')
  floor.report({ order: floor.placed.id, ...sums })
  t.match(floor.account.positions.get(id), { volume: 0.8 * LOT })
  const names = floor.shard
    .records()
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.type === 'deal' && event.orderId === id ? [event.externalId] : []))
  t.same(names, ['total:2:40000000', 'total:5:40000000'])
  floor.settle()
  t.end()
})

t.test('what all or nothing was wanted of ends, and what the provider rejects does too', (t) => {
  const floor = new ProviderFloor()
  const fok = placed(floor, { filling: 'fok' })
  floor.tick('EURUSD', '1.15980', '1.15990')
  t.match(floor.placed, { filling: 'fok' })
  floor.say(floor.placed, 'cancelled')
  t.match(floor.rows(fok).at(-1), { state: 'cancelled', doneAt: floor.shard.clock.at })
  const other = placed(floor, { price: '1.159' })
  floor.tick('EURUSD', '1.15880', '1.15890')
  floor.say(floor.placed, 'rejected', 'unknown account')
  t.match(floor.rows(other).at(-1), { state: 'rejected' })
  t.match(floor.notes(), [/rejected order .* \(unknown account\)/])
  floor.settle()
  t.end()
})

t.test('of a pair that is at the provider the other one is taken back there', (t) => {
  const floor = new ProviderFloor()
  const one = placed(floor)
  const other = placed(floor, { oco_order_id: one })
  floor.tick('EURUSD', '1.15980', '1.15990')
  const [first, second] = floor.orders()
  if (first === undefined || second === undefined) throw new Error('both were sent')
  floor.fill(first, '0.4', '1.1599')
  t.same(floor.orders('cancel'), [second])
  floor.fill(first, '0.6', '1.1599')
  t.same(floor.orders('cancel'), [second], 'once')
  floor.fill(second, '0.1', '1.1599', 'cancelled')
  t.match(floor.rows(other).at(-1), { state: 'cancelled', volumeCurrent: 0.9 * LOT })
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test('what is taken back of a pair stays so over a lost line and a restart', (t) => {
  const floor = new ProviderFloor()
  const one = placed(floor)
  const other = placed(floor, { oco_order_id: one })
  floor.tick('EURUSD', '1.15980', '1.15990')
  const [first, second] = floor.orders()
  if (first === undefined || second === undefined) throw new Error('both were sent')
  floor.fill(first, '1', '1.1599')
  const asked = () => floor.orders('cancel').filter(({ id }) => id === second.id).length
  t.equal(asked(), 1)
  floor.offline()
  floor.online()
  t.equal(asked(), 2, 'whether the line took it is not known')
  floor.restart()
  t.equal(asked(), 3)
  floor.say(second, 'cancelled')
  t.match(floor.rows(other).at(-1), { state: 'cancelled' })
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test('an expiry and a restart wait for the provider', (t) => {
  const floor = new ProviderFloor()
  const expires_at = new Date(floor.shard.clock.at + 1_000).toISOString()
  const id = placed(floor, { expiration: 'specified', expires_at })
  floor.tick('EURUSD', '1.15980', '1.15990')
  floor.pass(2_000)
  floor.look()
  t.match(floor.account.orders.get(id), { state: 'started' })
  floor.restart()
  floor.say(floor.placed, 'cancelled')
  floor.look()
  t.match(floor.rows(id).at(-1), { state: 'expired' })
  floor.settle()
  t.end()
})

t.test(
  'of an account that nets what takes from a position keeps it from being closed as well',
  (t) => {
    const floor = new ProviderFloor()
    floor.turn(() => floor.shard.profile({ group: NETTING }))
    const position = opened(floor)
    const less = floor.send({ ...OUT, side: 'sell', volume: '0.4' })
    const close = { kind: 'close', position_id: position, comment: 'out' }
    t.match(floor.ask(close), { code: 'trade.busy' })
    const more = floor.send({ ...OUT, volume: '0.2' })
    const [first, second] = floor.orders()
    if (first === undefined || second === undefined) throw new Error('both were sent')
    floor.fill(second, '0.2', '1.17')
    floor.fill(first, '0.4', '1.17')
    t.match([floor.reply(less), floor.reply(more)], [{ code: 'ok' }, { code: 'ok' }])
    t.match(floor.account.positions.get(position), { volume: 0.8 * LOT })
    floor.send(close)
    t.match(floor.placed, { volume: 0.8 * LOT })
    t.match(floor.ask({ ...HERE, side: 'sell', volume: '0.5' }), { code: 'trade.busy' })
    floor.fill(floor.placed, '0.8', '1.17')
    t.equal(floor.account.positions.size, 0)
    floor.settle()
    t.end()
  },
)

t.test('what takes from a position takes no more together than it has', (t) => {
  const floor = new ProviderFloor()
  floor.turn(() => floor.shard.profile({ group: NETTING }))
  opened(floor)
  const sell = { ...OUT, side: 'sell', volume: '0.4' }
  const sent = [floor.send(sell), floor.send(sell)]
  for (const body of [sell, { ...sell, volume: '21' }, { ...HERE, side: 'sell' }]) {
    t.match(floor.ask(body), { code: 'trade.busy', message: /are waiting/ })
  }
  sent.push(floor.send({ ...sell, volume: '0.2' }), floor.send({ ...OUT, volume: '0.1' }))
  t.equal(floor.orders().length, 4)
  for (const order of floor.orders()) {
    floor.fill(order, String(order.volume / LOT), '1.17')
  }
  for (const id of sent) t.match(floor.reply(id), { code: 'ok' })
  t.match([...floor.account.positions.values()], [{ side: 1, volume: 0.1 * LOT }])
  floor.settle()
  t.end()
})

t.test('of a pair the one at the provider goes when the other has filled here', (t) => {
  const out = rule({ ...TO_PROVIDER, request_kinds: ['activate'], order_kinds: ['limit'] })
  const floor = new ProviderFloor({ routing: [out, CONFIRM] })
  const limit = placed(floor, { price: '1.169' })
  const { code } = floor.ask({
    ...LIMIT,
    order_kind: 'stop',
    price: '1.171',
    oco_order_id: limit,
  })
  t.equal(code, 'trade.placed')
  floor.tick('EURUSD', '1.16890', '1.16900')
  const sent = floor.placed
  floor.tick('EURUSD', '1.17100', '1.17110')
  t.equal(floor.account.positions.size, 1, 'the stop has filled')
  t.match(floor.said.at(-1), { what: 'cancel', order: { id: sent.id } })
  floor.say(sent, 'cancelled')
  floor.tick('EURUSD', '1.16880', '1.16890')
  t.equal(floor.account.positions.size, 1)
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

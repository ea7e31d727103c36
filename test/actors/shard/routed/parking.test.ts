import t from 'tap'
import { CANNOT_WAIT, type Wait } from '../../../../engine/account/decision.js'
import { type Refusal, refuse } from '../../../../engine/code.js'
import { WAITING_PER_ACCOUNT_MAX } from '../../../../engine/limits/trading.js'
import { NETTING, symbolIn } from '../../../given/book.js'
import { CONFIRM, rule } from '../../../given/floors/dealing-floor.js'
import {
  OUT,
  PLACEMENT_MS,
  ProviderFloor,
  TO_PROVIDER,
} from '../../../given/floors/provider-floor.js'

// Goal: what the server asks by itself waits as requests do, and goes on from one who is asked to the next.

const LOT = 100_000_000
const HERE = { ...OUT, comment: '' }
const DEALERS = rule({
  id: 7,
  position: 0,
  request_kinds: ['sl'],
  conditions: [{ field: 'comment', op: 'eq', value: '[*' }],
})
const DELAY = rule({ ...DEALERS, id: 8, action: 'delay', action_value: '400' })
const ASKED = rule({ conditions: [{ field: 'comment', op: 'eq', value: 'ask' }] })

function opened(floor: ProviderFloor, more: object = {}): number {
  const { data } = floor.ask({ ...HERE, ...more }) as { data: Record<string, number> }
  return data['position_id'] as number
}

function dealersCome(floor: ProviderFloor): void {
  const online = [{ login: 501, scope: ['*'], sees_staff: false }]
  floor.turn(() => floor.shard.core.parking.dealing.setOnline(online))
}

t.test('a wish of the server waits however many requests of clients do', (t) => {
  const floor = new ProviderFloor({ routing: [DEALERS, ASKED, CONFIRM] })
  const { requests } = floor.shard.core.parking
  dealersCome(floor)
  opened(floor, { stop_loss: '1.16' })
  for (let n = 0; n < WAITING_PER_ACCOUNT_MAX; n++) {
    floor.send({ ...HERE, volume: '0.01', comment: 'ask' })
  }
  t.equal(requests.size, WAITING_PER_ACCOUNT_MAX)
  t.match(floor.ask({ ...HERE, volume: '0.01', comment: 'ask' }), { code: 'too_many_requests' })
  floor.tick('EURUSD', '1.15990', '1.16000')
  t.equal(requests.size, WAITING_PER_ACCOUNT_MAX + 1)
  const last = [...requests.all].at(-1)
  t.match(last, { isClients: false, hasStarted: false, requestKey: '', asked: { kind: 'sl' } })
  t.end()
})

t.test('after a delay a stop loss goes to its provider', (t) => {
  const floor = new ProviderFloor({ routing: [DELAY, TO_PROVIDER, CONFIRM] })
  const position = opened(floor, { stop_loss: '1.16' })
  floor.tick('EURUSD', '1.15990', '1.16000')
  t.same(floor.orders(), [], 'it waits')
  floor.pass(399)
  t.same(floor.orders(), [])
  floor.pass(1)
  t.equal(floor.orders().length, 1)
  t.match(floor.placed, { side: -1, volume: LOT })
  t.same(floor.shard.setAside, [])
  floor.fill(floor.placed, '1', '1.1597')
  t.notOk(floor.account.positions.has(position))
  t.equal(floor.shard.core.parking.requests.size, 0)
  floor.settle()
  t.end()
})

t.test('what has waited for a delay is done at the prices of then', (t) => {
  const delay = rule({ id: 9, action: 'delay', action_value: '400', request_kinds: ['sl', 'tp'] })
  const floor = new ProviderFloor({ routing: [delay, CONFIRM] })
  const losing = opened(floor, { stop_loss: '1.16' })
  const winning = opened(floor, { take_profit: '1.18' })
  floor.tick('EURUSD', '1.18000', '1.18010')
  floor.tick('EURUSD', '1.17900', '1.17910')
  floor.pass(400)
  t.ok(floor.account.positions.has(winning), 'the market has left its price again')
  floor.tick('EURUSD', '1.15990', '1.16000')
  floor.tick('EURUSD', '1.15000', '1.15010')
  floor.pass(400)
  t.notOk(floor.account.positions.has(losing))
  t.match(floor.shard.records().at(-1)?.events, [{ reason: 'sl', price: 115_000 }])
  floor.settle()
  t.end()
})

t.test('a dealer closes nothing but what he was shown', (t) => {
  const floor = new ProviderFloor({ routing: [DEALERS, CONFIRM] })
  floor.turn(() => floor.shard.profile({ group: NETTING }))
  dealersCome(floor)
  const position = opened(floor, { stop_loss: '1.16' })
  floor.tick('EURUSD', '1.15990', '1.16000')
  const { parking } = floor.shard.core
  const [parked] = parking.requests.all
  const { state } = parked ?? {}
  if (parked === undefined || state?.is !== 'with_dealers') throw new Error('it is with dealers')
  opened(floor, { volume: '2' })
  const answer = { dealer: 501, clearsStops: false, ruleId: 7 }
  floor.turn(() => {
    parking.finish(parked, { result: parking.decide(parked, state.decide, { answer }) })
  })
  t.match(floor.account.positions.get(position), { volume: 3 * LOT })
  floor.settle()
  t.end()
})

t.test('nothing is carried on for an account that was set aside in the same turn', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  const before = floor.said.length
  floor.shard.clock.at += PLACEMENT_MS
  floor.turn(() => {
    floor.shard.core.quarantine.add(floor.account, new Error('given'))
    floor.shard.core.parking.run()
  })
  t.same(floor.said.slice(before), [])
  t.equal(floor.shard.core.parking.requests.size, 0)
  t.end()
})

t.test('what would have to wait once more when it ends is refused', (t) => {
  const floor = new ProviderFloor({ routing: [ASKED, CONFIRM] })
  const { parking } = floor.shard.core
  dealersCome(floor)
  const asked = floor.send({ ...HERE, comment: 'ask' })
  const [parked] = parking.requests.all
  const { state } = parked ?? {}
  if (parked === undefined || state?.is !== 'with_dealers') throw new Error('it is with dealers')
  floor.turn(() => void parking.finish(parked, { result: { wait: state.wait } }))
  t.match(floor.reply(asked), { code: CANNOT_WAIT.code, message: CANNOT_WAIT.message })
  t.match(floor.rows(parked.id).at(-1), { state: 'rejected' })
  t.same(floor.shard.setAside, [])
  floor.settle()
  t.end()
})

t.test('a wish of which nothing is left is not sent', (t) => {
  const floor = new ProviderFloor()
  const position = opened(floor)
  const [before, records] = [floor.said.length, floor.shard.records().length]
  const wait: Wait = {
    by: 'gateway',
    ruleId: 1,
    dealers: [],
    gatewayId: 3,
    delayMs: 0,
    clearsStops: false,
    symbol: symbolIn(floor.shard.core.book, 'EURUSD'),
    side: -1,
    orderKind: 'market',
    volume: LOT,
  }
  const wish = { kind: 'sl', touched: { positions: [position], orders: [] } } as const
  floor.turn(() => {
    floor.shard.core.parking.parkOwn(floor.account, { wait }, () => undefined, undefined, wish)
  })
  t.equal(floor.said.length, before)
  t.equal(floor.shard.records().length, records)
  t.equal(floor.shard.core.parking.requests.size, 0)
  t.end()
})

t.test('a temporary refusal is answered, and a repeat is examined again', (t) => {
  const floor = new ProviderFloor({ routing: [ASKED, CONFIRM] })
  const { parking } = floor.shard.core
  dealersCome(floor)
  const limit = { kind: 'place', order_kind: 'limit', price: '1.16', client_order_id: 'k' }
  const end = (result: Refusal) => {
    const asked = floor.send({ ...HERE, ...limit, comment: 'ask' })
    const [parked] = parking.requests.all
    if (parked === undefined) return [floor.reply(asked)?.['code'], 'at once']
    const records = floor.shard.records().length
    floor.turn(() => void parking.finish(parked, { result }))
    return [floor.reply(asked)?.['code'], floor.shard.records().length - records]
  }
  t.same(end(refuse('trade.price_changed', 'Moved.')), ['trade.price_changed', 0])
  t.same(end(refuse('trade.rejected', 'No.')), ['trade.rejected', 1])
  t.same(end(refuse('trade.rejected', 'No.')), ['trade.rejected', 'at once'], 'it is kept')
  t.end()
})

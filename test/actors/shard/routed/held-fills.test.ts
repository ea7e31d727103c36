import t from 'tap'
import type { ShardAnswer } from '../../../../actors/shard/questions/answer.js'
import type { HeldAction } from '../../../../engine/account/rules/at-provider/held-fills.js'
import { openFills } from '../../../../engine/account/rules/at-provider/held-fills.js'
import { DOER } from '../../../given/desk.js'
import {
  gatewayRecord,
  OUT,
  ProviderFloor,
  withParameter,
} from '../../../given/floors/provider-floor.js'

// Goal: what waits for staff is counted by its provider and by nobody else, whatever else comes of its order meanwhile.

const LOT = 100_000_000
const LIMIT = { ...OUT, kind: 'place', order_kind: 'limit', price: '1.16000' }

/** What staff make of the first fill that waits; answers the code. */
function decide(floor: ProviderFloor, action: HeldAction, price = ''): string {
  for (const order of floor.account.orders.values()) {
    for (const { number } of openFills(order)) {
      const request = {
        login: 1_001,
        order_id: order.id,
        number,
        version: 0,
        action,
        price,
        reason: 'seen',
        request_id: '',
        by: DOER,
      }
      const answers: ShardAnswer[] = []
      floor.turn(() => {
        floor.shard.parts.ask({ op: 'decide_fill', request }, (answer) => answers.push(answer))
      })
      const [answer] = answers
      return answer?.ok === false ? answer.code : 'ok'
    }
  }
  throw new Error('a fill waits')
}

function volumes(floor: ProviderFloor): number[] {
  return [...floor.account.positions.values()].map(({ side, volume }) => (side * volume) / LOT)
}

function waiting(floor: ProviderFloor): number {
  return floor.shard.core.parking.held.count
}

t.test('a fill is held beyond the percentage of its gateway, from either side', (t) => {
  for (const [percent, price, isHeld] of [
    ['5', '1.22860', false],
    ['5', '1.22861', true],
    ['5', '1.11150', false],
    ['5', '1.11149', true],
    ['0', '11.70000', false],
    ['0', '90000000000', true],
  ] as const) {
    const gateway = withParameter(gatewayRecord(), 'Max Fill Deviation', percent)
    const floor = new ProviderFloor({ gateway })
    floor.tick('EURUSD', '1.17000', '1.17010')
    floor.send(OUT)
    floor.fill(floor.placed, '1', price)
    t.equal(waiting(floor), Number(isHeld), `${price} of ${percent}`)
    t.same(volumes(floor), isHeld ? [] : [1])
    floor.settle()
  }
  t.end()
})

t.test(
  'the rest of an order goes on beside it, and the sums of its provider hold after a restart',
  (t) => {
    for (const action of ['confirm', 'refuse'] as const) {
      const floor = new ProviderFloor()
      const id = floor.send({ ...OUT, client_order_id: 'a' })
      const bad = floor.fill(floor.placed, '0.4', '117')
      t.match(floor.reply(id), { code: 'trade.pending', data: { volume: '0' } })
      floor.fill(floor.placed, '0.2', '1.17')
      t.same(volumes(floor), [0.2])
      floor.restart()
      t.equal(waiting(floor), 1)
      floor.again(bad)
      floor.say(floor.placed, 'working')
      t.same([waiting(floor), volumes(floor)], [1, [0.2]], 'what is told again is known')
      const order = floor.placed.id
      const average = (0.4 * 11_700_000 + 0.6 * 117_000) / 1
      floor.report({ order, state: 'filled', total: LOT, average })
      t.same([waiting(floor), volumes(floor)], [1, [0.6]], 'the sum is of what is held, too')
      t.equal(floor.rows(100).at(-1)?.filledValue, BigInt(0.6 * LOT) * 117_000n)
      t.equal(decide(floor, action), 'ok')
      const isBooked = action === 'confirm'
      t.same([waiting(floor), volumes(floor)], [0, [isBooked ? 1 : 0.6]])
      t.equal(floor.account.orders.size, 0, 'its end was heard before that')
      const outcome = floor.ask({ ...OUT, client_order_id: 'a' })
      t.match(outcome, { code: isBooked ? 'ok' : 'trade.partial' })
      floor.settle()
    }
    t.end()
  },
)

t.test('an order that rests at its provider rests on without a fill that was refused', (t) => {
  const gateway = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
  const floor = new ProviderFloor({ gateway })
  floor.send(LIMIT)
  floor.say(floor.placed, 'working')
  floor.fill(floor.placed, '0.4', '11.6')
  const [order_id = 0] = floor.account.orders.keys()
  t.match(floor.ask({ kind: 'delete', order_id }), { code: 'trade.busy' })
  floor.restart()
  t.equal(decide(floor, 'refuse'), 'ok')
  t.match(floor.account.orders.get(order_id), { state: 'placed', volumeCurrent: LOT })
  floor.fill(floor.placed, '0.6', '1.16', 'filled')
  t.same(volumes(floor), [0.6])
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test('who asked for it to be cancelled is not kept waiting for staff', (t) => {
  const gateway = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
  const floor = new ProviderFloor({ gateway })
  floor.send(LIMIT)
  floor.say(floor.placed, 'working')
  const [order_id = 0] = floor.account.orders.keys()
  const asked = floor.send({ kind: 'delete', order_id })
  floor.fill(floor.placed, '0.4', '11.6', 'cancelled')
  t.match(floor.reply(asked), { code: 'trade.timeout', message: /The broker must decide/ })
  t.equal(decide(floor, 'confirm'), 'ok')
  t.match(floor.rows(order_id).at(-1), { state: 'cancelled', volumeCurrent: 0.6 * LOT })
  t.same(volumes(floor), [0.4])
  floor.settle()
  t.end()
})

t.test('what an order takes no more is held in an order of its own', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  floor.say(floor.placed, 'cancelled')
  const execution = { id: 'X9', volume: 2 * LOT, price: 11_700_000 }
  const late = { order: floor.placed.id, state: 'filled', execution, total: 2 * LOT } as const
  floor.report(late)
  floor.report(late)
  floor.restart()
  floor.report(late)
  t.equal(waiting(floor), 1)
  t.match([...floor.account.orders.values()], [{ reason: 'gateway', rateMargin: 0n }])
  t.match(
    floor.notes().at(-1),
    /must decide about: fill 1 of order \d+, buy 2 EURUSD .* of order 1/,
  )
  t.equal(decide(floor, 'book', '1.17000'), 'ok')
  floor.report(late)
  t.same([waiting(floor), volumes(floor)], [0, [2]])
  floor.settle()
  t.end()
})

t.test('a trade that is taken back while it waits is for staff to refuse', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  floor.fill(floor.placed, '1', '117', 'working')
  const undoes = { execution: 'X1', volume: 0, price: 0 }
  const order = floor.placed.id
  floor.report({ order, state: 'undone', execution: { id: 'B1', volume: 0, price: 0 }, undoes })
  t.match(floor.notes().at(-1), /it is held here: refuse it/)
  t.equal(decide(floor, 'refuse'), 'ok')
  floor.report({ order, state: 'filled', total: LOT, average: 117_000 })
  t.same(volumes(floor), [1], 'and what it trades instead is booked')
  floor.settle()
  t.end()
})

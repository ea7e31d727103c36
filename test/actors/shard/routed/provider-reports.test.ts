import t from 'tap'
import { HEDGING } from '../../../given/book.js'
import { CONFIRM } from '../../../given/floors/dealing-floor.js'
import {
  gatewayRecord,
  OUT,
  ProviderFloor,
  TO_PROVIDER,
  withParameter,
} from '../../../given/floors/provider-floor.js'
import { STOPPED_AT } from '../../../given/floors/shard.js'
import { LIMIT_ORDER } from '../../../given/records/trade-bodies.js'

// Goal: what a provider says was traded is booked once, at its price, on its order or apart, and nothing else is.

const LOT = 100_000_000
const DAY_MS = 86_400_000
const LIMIT = { ...LIMIT_ORDER, comment: 'out', volume: '1' }

/** The trades of the account as volume and price, oldest first. */
function trades(floor: ProviderFloor): (readonly [volume: number, price: number])[] {
  return floor.shard
    .records()
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.type === 'deal' && event.volume > 0 ? [[event.volume, event.price] as const] : [],
    )
}

function positions(floor: ProviderFloor): object[] {
  return [...floor.account.positions.values()].map(({ side, volume }) => ({ side, volume }))
}

/** Of a floor where pending orders rest at the provider: one that it has taken. */
function resting(): ProviderFloor {
  const gateway = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
  const floor = new ProviderFloor({ gateway })
  floor.send(LIMIT)
  floor.say(floor.placed, 'working')
  return floor
}

t.test('a report that nobody waits for is booked, and nobody is told', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  const execution = { id: 'X1', volume: LOT, price: 117_000 }
  floor.report({ order: floor.placed.id, state: 'filled', execution, total: LOT, number: 0 })
  t.same(trades(floor), [[LOT, 117_000]])
  t.same(floor.taken, [])
  floor.settle()
  t.end()
})

t.test('without numbers for what it makes a report is not taken, and comes again', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  const { ids } = floor.shard.core
  while (ids.order.has(1)) ids.order.take()
  const report = floor.fill(floor.placed, '1', '1.17')
  t.same([trades(floor), floor.taken], [[], []])
  floor.shard.grantIds(200_000, 201_000)
  floor.again(report)
  t.same([trades(floor), floor.taken], [[[LOT, 117_000]], [report.number]])
  floor.settle()
  t.end()
})

/** The next change of one of the account's orders throws. */
function breakOrders(floor: ProviderFloor): void {
  const { orders } = floor.account
  orders.set = orders.delete = () => {
    throw new Error('broken')
  }
}

t.test('a report that breaks its account waits until a restart reads it again', (t) => {
  const decision = (floor: ProviderFloor) => {
    floor.prices.quote = () => {
      throw new Error('broken')
    }
  }
  for (const breakIt of [decision, breakOrders]) {
    const floor = new ProviderFloor()
    const { quote } = floor.prices
    floor.send(OUT)
    breakIt(floor)
    const report = floor.fill(floor.placed, '1', '1.17')
    floor.prices.quote = quote
    t.match(floor.shard.setAside, [{ login: 1_001, why: { message: 'broken' } }], breakIt.name)
    floor.again(report)
    t.same(floor.taken, [], breakIt.name)
    floor.restart()
    floor.again(report)
    t.same([trades(floor), floor.taken], [[[LOT, 117_000]], [report.number]])
    floor.settle()
  }
  t.end()
})

t.test('nor is one that breaks it as it says how an order stands that rests there', (t) => {
  for (const traded of [0, 0.2 * LOT, LOT]) {
    const floor = resting()
    const id = Number(floor.placed.id.split('-')[1])
    const asked = floor.send({ kind: 'delete', order_id: id })
    const before = floor.taken.length
    breakOrders(floor)
    const state = traded === 0 ? 'kept' : traded < LOT ? 'working' : 'filled'
    const report = { order: floor.placed.id, state, total: traded } as const
    const said = floor.report({ ...report, average: 116_000 })
    t.match(floor.reply(asked), { code: 'unavailable' })
    t.equal(floor.taken.length, before)
    floor.restart()
    floor.again(said)
    t.same(floor.taken.slice(before), [said.number])
    t.equal(floor.account.orders.get(id)?.volumeCurrent ?? 0, LOT - traded)
    floor.settle()
  }
  t.end()
})

t.test('nor is one that the journal is to tell of while it cannot', (t) => {
  const undoes = { execution: 'X1', volume: 0, price: 0 }
  const execution = { id: 'E9', volume: LOT, price: 117_000 }
  for (const [first, said, told] of [
    ['working', { state: 'undone', undoes }, /takes back/],
    ['working', { state: 'undone' }, /by hand/],
    ['working', { order: '1001-77-1', state: 'filled', execution, total: LOT }, /by hand/],
    ['cancelled', { state: 'filled', execution, total: 1.4 * LOT }, /after its end/],
  ] as const) {
    const floor = new ProviderFloor()
    floor.send(OUT)
    floor.fill(floor.placed, '0.4', '1.17', first)
    const broken = () => {
      throw new Error('broken')
    }
    Object.assign(floor.shard.core.records, { append: broken })
    const before = floor.taken.length
    const report = floor.report({ order: floor.placed.id, ...said })
    t.match(floor.shard.setAside, [{ login: 1_001, why: { message: 'broken' } }])
    t.same(floor.taken.slice(before), [])
    floor.restart()
    t.notMatch(floor.notes().join(), told)
    floor.again(report)
    t.same(floor.taken.slice(before), [report.number])
    t.match(floor.notes().at(-1), told)
    floor.settle()
  }
  t.end()
})

t.test('the day ends before what is reported after it is booked', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  const before = floor.shard.records().length
  floor.shard.clock.at += DAY_MS
  floor.fill(floor.placed, '1', '1.17')
  const events = floor.shard.records().slice(before)
  const types = events.flatMap((record) => record.events.map(({ type }) => type))
  t.ok(types.includes('day'))
  t.ok(types.indexOf('day') < types.indexOf('deal'), types.join(' '))
  floor.settle()
  t.end()
})

t.test('what is traded beyond an order meets what the order has made', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  floor.fill(floor.placed, '1.5', '1.17')
  t.same(positions(floor), [{ side: 1, volume: 1.5 * LOT }], 'it is one position')
  const [position_id] = floor.account.positions.keys()
  floor.send({ kind: 'close', position_id, comment: 'out' })
  floor.fill(floor.placed, '2', '1.18')
  t.same(positions(floor), [{ side: -1, volume: 0.5 * LOT }], 'it is closed, and no more than that')
  floor.settle()
  t.end()
})

t.test('an order of which a trade was booked apart does not rest on', (t) => {
  const floor = new ProviderFloor()
  const { data } = floor.ask(LIMIT) as { data: Readonly<Record<string, number>> }
  const id = data['order_id'] as number
  floor.tick('EURUSD', '1.15980', '1.15990')
  floor.fill(floor.placed, '0.4', '1.1599')
  floor.ask({ kind: 'close', position_id: id })
  floor.fill(floor.placed, '0.2', '1.1598', 'cancelled')
  t.match(floor.rows(id).at(-1), { state: 'cancelled', volumeCurrent: 0.6 * LOT })
  t.equal(floor.account.orders.size, 0)
  t.same(positions(floor), [{ side: 1, volume: 0.2 * LOT }])
  floor.settle()
  t.end()
})

t.test('what is beyond an order and has no price yet is booked with the rest of it, later', (t) => {
  const floor = new ProviderFloor()
  floor.send(OUT)
  floor.prices.remove('EURUSD')
  const report = floor.fill(floor.placed, '1.5', '1.17')
  t.same([trades(floor), floor.taken, floor.shard.setAside], [[], [], []])
  floor.prices.set('EURUSD', '1.17000', '1.17010')
  floor.again(report)
  t.same(positions(floor), [{ side: 1, volume: 1.5 * LOT }])
  t.same(floor.taken, [report.number])
  floor.settle()
  t.end()
})

t.test('of an order that has ended each sum is booked by what was not booked before', (t) => {
  const floor = new ProviderFloor()
  floor.send({ ...OUT, volume: '2' })
  const order = floor.placed
  floor.fill(order, '0.4', '1.17', 'cancelled')
  const sums = { order: order.id, state: 'filled' } as const
  floor.prices.remove('EURUSD')
  const first = floor.report({ ...sums, total: 0.6 * LOT, average: 117_100 })
  t.equal(floor.taken.length, 1, 'it waits for a price')
  floor.prices.set('EURUSD', '1.17000', '1.17010')
  floor.again(first)
  floor.report({ ...sums, total: LOT, average: 117_200 })
  // 117,100 of 0.6 are 117,000 of 0.4 and 117,300 of 0.2; 117,200 of 1 are that and 117,350 of 0.4.
  const booked = [
    [0.4 * LOT, 117_000],
    [0.2 * LOT, 117_300],
    [0.4 * LOT, 117_350],
  ]
  t.same(trades(floor), booked)
  floor.report({ ...sums, total: LOT, average: 117_200 })
  floor.report({ ...sums, total: 1.2 * LOT })
  t.same(trades(floor), booked)
  t.equal(floor.taken.length, 5)
  t.match(floor.notes().at(-1), /1.2 lots in all of order .* its price could not be read/)
  floor.settle()
  t.end()
})

t.test(
  'a trade of an order that has ended is booked once, whatever sum it comes with again',
  (t) => {
    const floor = new ProviderFloor()
    floor.send(OUT)
    const order = floor.placed
    floor.fill(order, '0.4', '1.17', 'cancelled')
    const late = floor.fill(order, '0.2', '1.171', 'cancelled')
    const booked = [
      [0.4 * LOT, 117_000],
      [0.2 * LOT, 117_100],
    ]
    t.same(trades(floor), booked)
    const records = floor.shard.records().length
    for (const total of [late.total, LOT]) floor.again({ ...late, total })
    t.same(trades(floor), booked)
    t.equal(floor.shard.records().length, records)
    t.equal(floor.taken.length, 4)
    floor.restart()
    floor.again({ ...late, total: LOT })
    t.same(trades(floor), booked, 'also after a restart')
    floor.settle()
    t.end()
  },
)

t.test('of what is not known here only what was traded is in the journal', (t) => {
  const floor = new ProviderFloor()
  const before = floor.shard.records().length
  floor.report({ order: '1001-77-1', state: 'unknown' })
  t.equal(floor.shard.records().length, before)
  floor.report({ order: '1001-77-1', state: 'filled', total: LOT })
  t.match(floor.notes().at(-1), /1 lots in all of order 1001-77-1/)
  const execution = { id: 'E', volume: LOT, price: 117_000 }
  floor.report({ order: '1001-77-1', state: 'working', execution })
  t.match(floor.notes().at(-1), /execution E\) of order 1001-77-1/)
  t.equal(floor.taken.length, 3)
  floor.settle()
  t.end()
})

t.test('what is missing of a sum is booked at the price that makes the exact average', (t) => {
  const groups = { [HEDGING]: { symbols: [{ mask: 'EURUSD', spread_diff_pts: 11 }] } }
  for (const [changes, by] of [
    [{}, 0],
    [{ groups }, 6],
  ] as const) {
    for (const first of ['working', 'cancelled'] as const) {
      const floor = new ProviderFloor({ changes })
      floor.send(OUT)
      floor.fill(floor.placed, '0.4', '1.17', first)
      // 117,000.6 of 1 are 117,000 of 0.4 and 117,001 of 0.6; by 117,001 the rest would be at 117,002.
      const average = { average: 117_001, average_exact: '117000.6' }
      floor.report({ order: floor.placed.id, state: 'filled', total: LOT, ...average })
      t.same(trades(floor), [
        [0.4 * LOT, 117_000 + by],
        [0.6 * LOT, 117_001 + by],
      ])
      floor.settle()
    }
  }
  t.end()
})

/** The trade of a lot as a provider says it. */
const SAID = {
  symbol: 'EU',
  side: 'buy',
  execution: { id: 'E7', quantity: '100000', price: '1.17' },
  total: '100000',
  average: '1.17',
} as const

t.test('what the gateway could not read is read by the symbol of its order', (t) => {
  const row = {
    symbol_id: 1,
    source: 'EU',
    source_digits: 5,
    bid_markup_pts: 0,
    ask_markup_pts: 12,
  }
  const other = { ...row, symbol_id: 2, ask_markup_pts: 500 }
  const gateway = gatewayRecord({ translates: [other, row] })
  const execution = { id: 'E7', volume: 0, price: 0 }
  for (const first of ['working', 'cancelled', 'unsaid'] as const) {
    const floor = new ProviderFloor({ gateway })
    floor.send({ ...OUT, volume: '2' })
    const { id } = floor.placed
    if (first !== 'unsaid') floor.report({ order: id, state: first })
    const before = floor.taken.length
    floor.report({ order: id, state: 'filled', execution, unread: SAID })
    t.same(trades(floor), [[LOT, 117_012]], first)
    const total = { ...SAID, execution: null, total: '150000' }
    floor.report({ order: id, state: 'filled', unread: total })
    t.same(trades(floor).slice(1), [[0.5 * LOT, 117_012]])
    t.equal(floor.taken.length, before + 2)
    floor.settle()
  }
  t.end()
})

t.test('what can be read by no symbol is in the journal in its own numbers, once', (t) => {
  const floor = new ProviderFloor()
  const execution = { id: 'E7', volume: 0, price: 0 }
  for (let i = 0; i < 2; i++) {
    floor.report({ order: '1001-77-1', state: 'filled', execution, unread: SAID })
  }
  const total = { ...SAID, execution: null }
  floor.report({ order: '1001-77-1', state: 'filled', unread: total })
  const told = floor.notes().filter((text) => text.includes('its symbol is not known'))
  t.match(told, [
    /reported buy 100000 EU at 1.17, as it counts \(execution E7\), of order 1001-77-1/,
    /reported buy 100000 EU in all, as it counts, of order 1001-77-1/,
  ])
  t.equal(told.length, 2)
  t.same([trades(floor), floor.taken], [[], [1, 2, 3]])
  floor.settle()
  t.end()
})

t.test('a trade that is taken back and was never booked leaves the sums as they are', (t) => {
  const floor = new ProviderFloor()
  floor.send({ ...OUT, volume: '0.3' })
  const { id } = floor.placed
  floor.fill(floor.placed, '0.1', '1.17')
  const undoes = { execution: 'never', volume: 0.2 * LOT, price: 117_000 }
  floor.report({ order: id, state: 'undone', undoes, total: 0.3 * LOT })
  t.match(floor.notes().at(-1), /it is not booked here under that name/)
  floor.fill(floor.placed, '0.2', '1.171')
  t.same(trades(floor), [
    [0.1 * LOT, 117_000],
    [0.2 * LOT, 117_100],
  ])
  t.same(floor.taken, [1, 2, 3])
  floor.settle()
  t.end()
})

t.test("a correction counts at the account's price, as the trade did", (t) => {
  const groups = { [HEDGING]: { symbols: [{ mask: 'EURUSD', spread_diff_pts: 11 }] } }
  const floor = new ProviderFloor({ changes: { groups } })
  floor.send({ ...OUT, volume: '0.3' })
  const { id } = floor.placed
  floor.fill(floor.placed, '0.2', '1.17')
  const undoes = { execution: 'X1', volume: 0.1 * LOT, price: 116_900 }
  floor.report({ order: id, state: 'undone', undoes, total: 0.1 * LOT })
  floor.report({ order: id, state: 'cancelled', total: 0.2 * LOT, average: 117_000 })
  t.same(trades(floor), [
    [0.2 * LOT, 117_006],
    [0.1 * LOT, 117_106],
  ])
  floor.settle()
  t.end()
})

t.test('an earlier attempt at an order is none of the one that is there now', (t) => {
  const floor = new ProviderFloor()
  floor.send(LIMIT)
  floor.tick('EURUSD', '1.15980', '1.15990')
  const first = floor.placed
  floor.fill(first, '0.1', '1.1599', 'cancelled')
  floor.tick('EURUSD', '1.15970', '1.15980')
  const second = floor.placed
  t.not(first.id, second.id)
  const [order] = floor.account.orders.values()
  t.match(order, { state: 'started', volumeCurrent: 0.9 * LOT })
  floor.fill(first, '0.2', '1.1598')
  t.match(floor.account.orders.get(order?.id ?? 0), { volumeCurrent: 0.9 * LOT })
  t.match(floor.notes().at(-1), /traded 0.2 lots .* after its end/)
  const undoes = { execution: 'X1', volume: 0, price: 0 }
  floor.report({ order: first.id, state: 'undone', undoes, total: 0.2 * LOT })
  floor.report({ order: second.id, state: 'working', total: 0.5 * LOT, average: 115_970 })
  t.match(floor.account.orders.get(order?.id ?? 0), { volumeCurrent: 0.4 * LOT })
  t.same(trades(floor), [
    [0.1 * LOT, 115_990],
    [0.2 * LOT, 115_980],
    [0.5 * LOT, 115_970],
  ])
  floor.settle()
  t.end()
})

/** The server closes by itself here; what the client marks is sent. */
const MARKED = { field: 'comment', op: 'eq', value: 'out*' } as const
const CLIENTS = { ...TO_PROVIDER, conditions: [MARKED] }

/** No money of the account is enough for what it holds. */
function stopOut(floor: ProviderFloor): void {
  floor.turn(() => floor.shard.profile({ leverage: 1 }))
  floor.turn(() => floor.shard.margin.run(100))
}

t.test(
  'of an order whose position is stopped out in the middle of its fill no rest goes on',
  (t) => {
    for (const [isStopped, restarts, state] of [
      [false, false, 'partial'],
      [true, false, 'cancelled'],
      [false, true, 'partial'],
      [true, true, 'cancelled'],
    ] as const) {
      const floor = new ProviderFloor({ routing: [CLIENTS, CONFIRM] })
      floor.send({ ...LIMIT, volume: '4' })
      floor.tick('EURUSD', '1.15980', '1.15990')
      const order = floor.placed
      const id = Number(order.id.split('-')[1])
      floor.fill(order, '1', '1.1599')
      if (isStopped) stopOut(floor)
      t.equal(floor.account.positions.size, isStopped ? 0 : 1)
      floor.fill(order, '1', '1.1598')
      t.same(trades(floor).at(-1), [LOT, 115_980])
      if (restarts) floor.restart()
      floor.say(order, 'cancelled')
      t.match(floor.rows(id).at(-1), { state })
      floor.settle()
    }
    t.end()
  },
)

t.test(
  'of an order that rests there a trade is taken back, and what follows is booked whole',
  (t) => {
    const floor = resting()
    const { id } = floor.placed
    floor.fill(floor.placed, '0.2', '1.16')
    const undoes = { execution: 'X1', volume: 0, price: 0 }
    for (let i = 0; i < 2; i++) floor.report({ order: id, state: 'undone', undoes })
    const told = floor.notes().filter((text) => text.includes('takes back'))
    t.match(told, [/it is booked as it was/])
    const execution = { id: 'X2', volume: 0.3 * LOT, price: 115_900 }
    floor.report({ order: id, state: 'working', execution, total: 0.3 * LOT })
    t.same(trades(floor), [
      [0.2 * LOT, 116_000],
      [0.3 * LOT, 115_900],
    ])
    t.same(floor.taken, [1, 2, 3, 4, 5], 'each is taken, also the one that came twice')
    floor.settle()
    t.end()
  },
)

t.test(
  'of an order that rests there a trade without a price is for staff, and books nothing',
  (t) => {
    const floor = resting()
    const { id } = floor.placed
    const execution = { id: 'broken', volume: 0.2 * LOT, price: 0 }
    floor.report({ order: id, state: 'working', execution, total: 0.2 * LOT })
    t.match(floor.notes(), [/execution broken.* its price could not be read/])
    t.same(trades(floor), [])
    floor.report({ order: id, state: 'working', total: 0.2 * LOT, average: 115_950 })
    t.same(trades(floor), [[0.2 * LOT, 115_950]], 'it is booked once its price is known')
    t.same(floor.taken, [1, 2, 3])
    floor.settle()
    t.end()
  },
)

t.test(
  'the price of a trade is its own, also of what was missed before it without an average',
  (t) => {
    const floor = new ProviderFloor()
    floor.send(OUT)
    const { id } = floor.placed
    const first = { id: 'E1', volume: 0.3 * LOT, price: 117_000 }
    const sums = { order: id, state: 'working' } as const
    floor.report({ ...sums, execution: first, total: 0.3 * LOT, average: 117_500 })
    const third = { id: 'E3', volume: 0.2 * LOT, price: 117_100 }
    floor.report({ ...sums, execution: third, total: 0.7 * LOT })
    t.same(trades(floor), [
      [0.3 * LOT, 117_000],
      [0.4 * LOT, 117_100],
    ])
    floor.settle()
    t.end()
  },
)

t.test('an order that rests there is filled also where the log has its placing no more', (t) => {
  const floor = resting()
  floor.restart()
  floor.shard.log.trim(floor.account.lastRecordSeq, 10_000)
  floor.fill(floor.placed, '0.2', '1.16')
  t.same(floor.shard.setAside, [])
  t.match([...floor.account.positions.values()], [{ volume: 0.2 * LOT, priceOpen: 116_000 }])
  t.end()
})

t.test(
  'while nothing may be written no report is taken, and it is booked when it comes again',
  (t) => {
    const floor = new ProviderFloor()
    const asked = floor.send(OUT)
    const records = floor.shard.records().length
    floor.shard.core.halt(STOPPED_AT)
    const report = floor.fill(floor.placed, '1', '1.17')
    t.same(floor.taken, [])
    t.equal(floor.shard.records().length, records)
    t.equal(floor.reply(asked), undefined)
    floor.shard.core.halt(null)
    floor.again(report)
    t.same(floor.taken, [report.number])
    t.match(floor.reply(asked), { code: 'ok', data: { volume: '1', price: '1.17000' } })
    floor.settle()
    t.end()
  },
)

t.test('a fill whose profit cannot be found yet is not taken, and is booked when it can', (t) => {
  const floor = new ProviderFloor()
  const { data } = floor.ask({ ...OUT, symbol: 'EURGBP', comment: '' }) as {
    data: Record<string, number>
  }
  const position_id = data['position_id'] as number
  const asked = floor.send({ kind: 'close', position_id, comment: 'out' })
  const records = floor.shard.records().length
  floor.prices.remove('GBPUSD')
  const report = floor.fill(floor.placed, '1', '0.8670')
  t.same([floor.taken, floor.shard.setAside], [[], []])
  t.equal(floor.shard.records().length, records)
  t.equal(floor.reply(asked), undefined)
  floor.prices.set('GBPUSD', '1.35000', '1.35020')
  floor.again(report)
  t.same(floor.taken, [report.number])
  t.match(floor.reply(asked), { code: 'ok', data: { price: '0.86700' } })
  t.equal(floor.account.positions.size, 0)
  floor.settle()
  t.end()
})

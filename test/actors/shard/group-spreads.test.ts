import t from 'tap'
import { Triggers } from '../../../actors/shard/triggers.js'
import { TapeReader } from '../../../actors/shared/tick-tape.js'
import { compileBook } from '../../../engine/book/book.js'
import type { GroupSymbolRow } from '../../../engine/config/records/group.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING, NETTING } from '../../given/book.js'
import {
  gatewayRecord,
  OUT,
  ProviderFloor,
  withParameter,
} from '../../given/floors/provider-floor.js'
import { type GivenShard, type Told, tradingShard } from '../../given/floors/shard.js'
import { checkLedger } from '../../given/records/ledger.js'

/** EURUSD is listed at 1.17000 / 1.17010; with a difference of 10 the group sees 1.16995 / 1.17015. */
function desk(spread_diff_pts: number, change: object = {}) {
  const groups = { [HEDGING]: { symbols: [{ mask: 'EURUSD', spread_diff_pts }] } }
  const shard = tradingShard({ book: givenBook({ groups, symbols: { EURUSD: change } }) })
  return { shard, socket: shard.socket() }
}

type Desk = ReturnType<typeof desk>

function trade({ shard, socket }: Desk, order: object): Record<string, unknown> {
  const reply = shard.request(socket, 'trade', {
    symbol: 'EURUSD',
    side: 'buy',
    volume: '1',
    ...order,
  })
  return { code: reply['code'], ...(reply['data'] as object | null) }
}

function deals(told: readonly Told[]): string[] {
  return told.flatMap(({ kind, value }) => {
    if (kind !== 'event' || value['event'] !== 'deal') return []
    const { reason, price } = value['data'] as Record<string, unknown>
    return [`${reason} ${price}`]
  })
}

/** Sets rows as the thread of a shard takes other settings. */
function setRows(shard: GivenShard, symbols: readonly GroupSymbolRow[], path = HEDGING): void {
  const before = shard.core.book
  const { records } = before
  const groups = records.groups.map((one) => (one.path === path ? { ...one, symbols } : one))
  const book = compileBook({ ...records, version: records.version + 1, groups }, before)
  shard.core.setBook(book)
  shard.triggers.follow(before)
  shard.margin.setBook(book)
}

function settle({ shard }: Desk): void {
  checkLedger(shard.records(LOGIN), shard.account())
  t.same(shard.setAside, [])
}

t.test('market orders, their checks and offers are at the prices of the group', (t) => {
  const floor = desk(10)
  t.match(trade(floor, { kind: 'open' }), { code: 'ok', price: '1.17015' })
  const sold = trade(floor, { kind: 'open', side: 'sell' })
  t.match(sold, { code: 'ok', price: '1.16995', bid: '1.16995', ask: '1.17015' })
  const { shard, socket } = floor
  const close = { kind: 'close', position_id: sold['position_id'] }
  t.match(shard.request(socket, 'trade', close)['data'], { price: '1.17015' })
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' }
  t.match(shard.request(socket, 'check', order)['data'], { price: '1.17015', bid: '1.16995' })
  t.match(trade(floor, { ...order, stop_loss: '1.16995' }), { code: 'trade.invalid_stops' })
  t.match(trade(floor, { ...order, stop_loss: '1.16994' }), { code: 'ok' })
  t.match(trade(floor, { ...order, price: '1.17014' }), { code: 'trade.price_changed' })
  const limit = { kind: 'place', order_kind: 'limit' }
  t.match(trade(floor, { ...limit, price: '1.17015' }), { code: 'trade.invalid_price' })
  t.match(trade(floor, { ...limit, price: '1.17014' }), { code: 'trade.placed' })
  settle(floor)
  const asking = desk(10, { execution: 'request', filling: ['fok'] })
  const offered = trade(asking, { kind: 'open' })
  t.match(offered, { code: 'trade.requote', bid: '1.16995', ask: '1.17015' })
  t.match(trade(asking, { kind: 'open', quote_id: offered['quote_id'] }), {
    code: 'ok',
    price: '1.17015',
  })
  settle(asking)
  t.end()
})

t.test('orders, stop losses and take profits go when the group is there, at its prices', (t) => {
  const limit = { kind: 'place', order_kind: 'limit' }
  const stop = { kind: 'place', order_kind: 'stop' }
  const rows: readonly [object, readonly string[], readonly string[], string][] = [
    [
      { ...limit, price: '1.16900' },
      ['1.16886', '1.16896'],
      ['1.16885', '1.16895'],
      'activation 1.16900',
    ],
    [
      { ...limit, side: 'sell', price: '1.17100' },
      ['1.17104', '1.17114'],
      ['1.17105', '1.17115'],
      'activation 1.17100',
    ],
    [
      { ...stop, price: '1.17100' },
      ['1.17084', '1.17094'],
      ['1.17085', '1.17095'],
      'activation 1.17100',
    ],
    [
      { ...stop, side: 'sell', price: '1.16900' },
      ['1.16906', '1.16916'],
      ['1.16905', '1.16915'],
      'activation 1.16900',
    ],
    [
      { kind: 'open', stop_loss: '1.16900' },
      ['1.16906', '1.16916'],
      ['1.16905', '1.16915'],
      'sl 1.16900',
    ],
    [
      { kind: 'open', take_profit: '1.17100' },
      ['1.17104', '1.17114'],
      ['1.17105', '1.17115'],
      'tp 1.17100',
    ],
    [
      { kind: 'open', side: 'sell', stop_loss: '1.17100' },
      ['1.17084', '1.17094'],
      ['1.17085', '1.17095'],
      'sl 1.17100',
    ],
    [
      { kind: 'open', side: 'sell', take_profit: '1.16900' },
      ['1.16886', '1.16896'],
      ['1.16885', '1.16895'],
      'tp 1.16900',
    ],
  ]
  for (const [order, [bid = '', ask = ''], [bidThere = '', askThere = ''], deal] of rows) {
    const floor = desk(10)
    t.match(trade(floor, order)['code'], /ok|placed/)
    t.same(deals(floor.shard.tick('EURUSD', bid, ask)), [], `${deal}: one point before`)
    t.same(deals(floor.shard.tick('EURUSD', bidThere, askThere)), [deal])
    settle(floor)
  }
  t.end()
})

t.test('a narrowed spread fires no earlier than its own prices come there', (t) => {
  // At a spread of 10 the group sees both prices at the middle, at one of 40 a bid of 15 points more.
  const floor = desk(-30)
  t.match(trade(floor, { kind: 'open', stop_loss: '1.16900' }), { price: '1.17005' })
  const { shard } = floor
  t.same(deals(shard.tick('EURUSD', '1.16896', '1.16906')), [], 'it sees 1.16901')
  t.same(deals(shard.tick('EURUSD', '1.16886', '1.16926')), [], 'and again')
  t.same(deals(shard.tick('EURUSD', '1.16886', '1.16915')), [], 'now in the middle, rounded up')
  t.same(deals(shard.tick('EURUSD', '1.16895', '1.16905')), ['sl 1.16900'])
  settle(floor)
  t.end()
})

t.test('a trailing stop follows the prices of the group', (t) => {
  const floor = desk(10)
  const { shard } = floor
  trade(floor, { kind: 'open', trailing_pts: 50, stop_loss: '1.16900' })
  const stop = () => [...shard.account().positions.values()][0]?.stopLoss
  shard.tick('EURUSD', '1.16955', '1.16965')
  t.equal(stop(), 116_900, 'its bid is 1.16950')
  shard.tick('EURUSD', '1.16956', '1.16966')
  t.equal(stop(), 116_901)
  t.same(deals(shard.tick('EURUSD', '1.16907', '1.16917')), [])
  t.same(deals(shard.tick('EURUSD', '1.16906', '1.16916')), ['sl 1.16901'])
  settle(floor)
  t.end()
})

t.test('levels follow the rows of the group, and the account into another one', (t) => {
  const floor = desk(10)
  const { shard } = floor
  for (const price of ['1.16900', '1.16800', '1.16700', '1.16600']) {
    trade(floor, { kind: 'place', order_kind: 'limit', price, volume: '0.1' })
  }
  const hits = (bid: string, ask: string) => deals(shard.tick('EURUSD', bid, ask))
  setRows(shard, [{ mask: 'EURUSD', spread_diff_pts: 8 }])
  t.same(hits('1.16887', '1.16897'), [])
  t.same(hits('1.16886', '1.16896'), ['activation 1.16900'])
  setRows(shard, [])
  t.same(hits('1.16791', '1.16801'), [])
  t.same(hits('1.16790', '1.16800'), ['activation 1.16800'])
  setRows(shard, [{ mask: 'EUR*', spread_diff_pts: 20 }])
  setRows(shard, [{ mask: '*', spread_diff_pts: 4 }], NETTING)
  shard.profile({ group: NETTING })
  shard.triggers.moved(shard.account())
  t.same(hits('1.16689', '1.16699'), [])
  t.same(hits('1.16688', '1.16698'), ['activation 1.16700'])
  setRows(shard, [{ mask: '*', spread_diff_pts: 2 }], NETTING)
  t.same(hits('1.16590', '1.16600'), [])
  t.same(hits('1.16589', '1.16599'), ['activation 1.16600'])
  settle(floor)
  t.end()
})

t.test('so do those of an account that holds positions alone', (t) => {
  const floor = desk(10)
  const { shard } = floor
  trade(floor, { kind: 'open', stop_loss: '1.16900' })
  trade(floor, { kind: 'open', take_profit: '1.17100' })
  setRows(shard, [{ mask: 'EURUSD', spread_diff_pts: 8 }])
  t.same(deals(shard.tick('EURUSD', '1.16905', '1.16915')), [])
  t.same(deals(shard.tick('EURUSD', '1.16904', '1.16914')), ['sl 1.16900'])
  t.same(deals(shard.tick('EURUSD', '1.17103', '1.17113')), [])
  t.same(deals(shard.tick('EURUSD', '1.17104', '1.17114')), ['tp 1.17100'])
  settle(floor)
  t.end()
})

t.test('a price that only settings moved fills what it touches, without a tick', (t) => {
  const floor = desk(10)
  const { shard } = floor
  for (const price of ['1.17012', '1.17010', '1.17005']) {
    trade(floor, { kind: 'place', order_kind: 'limit', price, volume: '0.1' })
  }
  t.notOk(shard.triggers.owesLook, 'of a tick nothing is owed')
  setRows(shard, [{ mask: 'EURUSD', spread_diff_pts: 4 }])
  t.ok(shard.triggers.owesLook)
  t.same(deals(shard.look()), ['activation 1.17012'], 'the ask is 1.17012 now')
  setRows(shard, [{ mask: 'EURUSD', spread_diff_pts: 20 }])
  t.same(deals(shard.look()), [], 'and 1.17020 now')
  setRows(shard, [{ mask: '*', spread_diff_pts: -10 }], NETTING)
  t.same(deals(shard.look()), [])
  shard.profile({ group: NETTING })
  shard.triggers.moved(shard.account())
  shard.push('EURUSD', '1.16998', '1.17010')
  t.same(deals(shard.look()), ['activation 1.17005', 'activation 1.17005'], 'where it is 1.17005')
  settle(floor)
  t.end()
})

t.test('a margin call comes by the prices of the group', (t) => {
  const groups = {
    [HEDGING]: {
      margin_call_level: '100',
      stop_out_level: '50',
      symbols: [{ mask: 'EURUSD', spread_diff_pts: 20 }],
    },
  }
  const shard = tradingShard({ book: givenBook({ groups }) })
  const floor = { shard, socket: shard.socket() }
  trade(floor, { kind: 'open', volume: '8' })
  const stopOuts = (bid: string, ask: string) => deals(shard.tick('EURUSD', bid, ask))
  // 10,000 and 9,361.60 of margin: stopped out once the loss is 5,319.20, of 8 dollars a point.
  t.same(stopOuts('1.16366', '1.16376'), [], 'its bid is 1.16356, 664 points below 1.17020')
  t.same(stopOuts('1.16365', '1.16375'), ['stop_out 1.16355'])
  settle(floor)
  t.end()
})

t.test("what a provider fills is the account's at its group's prices, and so is its limit", (t) => {
  const groups = { [HEDGING]: { symbols: [{ mask: 'EURUSD', spread_diff_pts: 11 }] } }
  const floor = new ProviderFloor({ changes: { groups } })
  const bought = floor.send({ ...OUT, price: '1.17016', deviation_pts: 5 })
  // The client takes 1.17021 at the worst; of that 6 points are the house's.
  t.match(floor.placed, { side: 1, limit: 117_015 })
  floor.fill(floor.placed, '0.4', '1.17012')
  floor.fill(floor.placed, '0.6', '1.17010')
  // 1.17018 and 1.17016.
  t.match(floor.reply(bought), { code: 'ok', data: { price: '1.17017' } })
  floor.send({ ...OUT, side: 'sell', price: '1.16995', deviation_pts: 2 })
  t.match(floor.placed, { side: -1, limit: 116_998 })
  const { id } = floor.placed
  floor.report({ order: id, state: 'filled', total: 100_000_000, average: 116_999 })
  t.equal([...floor.account.positions.values()].at(-1)?.priceOpen, 116_994)
  const late = { id: 'late', volume: 50_000_000, price: 117_010 }
  floor.report({ order: id, state: 'filled', total: 150_000_000, execution: late })
  t.equal([...floor.account.positions.values()].at(-1)?.priceOpen, 116_998, 'late ones as well')
  floor.settle()
  t.end()
})

t.test('of an order that rests at a provider its end is waited for, also from a start on', (t) => {
  const gateway = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
  const floor = new ProviderFloor({ gateway })
  const { shard } = floor
  t.equal(shard.triggers.isWaiting, false)
  const expires_at = new Date(shard.clock.at + 1_000).toISOString()
  const terms = { order_kind: 'limit', price: '1.16', expiration: 'specified', expires_at }
  floor.send({ ...OUT, kind: 'place', ...terms })
  floor.say(floor.placed, 'working')
  t.same([shard.triggers.size, shard.triggers.isWaiting], [0, true], 'for no price of here')
  shard.clock.at += 2_000
  const again = new Triggers(shard.core, new TapeReader(shard.tape), () => undefined)
  floor.turn(() => {
    again.load(floor.account)
    t.equal(again.isWaiting, true)
    again.run(256)
  })
  t.same(
    floor.orders('cancel').map(({ id }) => id),
    [floor.placed.id],
    'its time was over at the start',
  )
  floor.settle()
  t.end()
})

t.test('other prices of a group leave alone when an order at a provider ends', (t) => {
  const gateway = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
  const floor = new ProviderFloor({ gateway })
  const placed = (ms: number) => {
    const expires_at = new Date(floor.shard.clock.at + ms).toISOString()
    const terms = { order_kind: 'limit', price: '1.16', expiration: 'specified', expires_at }
    floor.send({ ...OUT, kind: 'place', ...terms })
    floor.say(floor.placed, 'working')
    return floor.placed.id
  }
  const [over, timed, due] = [placed(1_000), placed(5_000), placed(9_000)]
  const cancelled = () => floor.orders('cancel').map(({ id }) => id)
  floor.pass(2_000)
  floor.look()
  t.same(cancelled(), [over])
  floor.report({ order: over, state: 'kept', text: 'not known here' })
  setRows(floor.shard, [{ mask: 'EURUSD', spread_diff_pts: 8 }])
  floor.look()
  t.same(cancelled(), [over], 'its time is over once')
  floor.shard.triggers.moved(floor.account)
  floor.look()
  t.same(cancelled(), [over])
  floor.pass(3_000)
  floor.look()
  t.same(cancelled(), [over, timed])
  floor.shard.clock.at += 4_000
  floor.turn(() => setRows(floor.shard, []))
  floor.look()
  t.same(cancelled(), [over, timed, due], 'one whose time comes with the prices ends as well')
  floor.settle()
  t.end()
})

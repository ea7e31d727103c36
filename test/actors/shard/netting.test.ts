import t from 'tap'
import { LOGIN } from '../../given/account.js'
import { type BookChanges, givenBook, NETTING } from '../../given/book.js'
import { GivenShard, type Told } from '../../given/floors/shard.js'
import { openMemoryLog } from '../../given/memory-log.js'
import { accountDigest } from '../../given/records/account-digest.js'
import { checkLedger } from '../../given/records/ledger.js'

/** A netting account on a shard, as its terminal hears of it. EURUSD stands at 1.17000 / 1.17010. */
interface Desk {
  readonly shard: GivenShard
  readonly socket: number
}

function desk(changes: BookChanges = {}): Desk {
  const shard = new GivenShard({ book: givenBook(changes) }).profile({ group: NETTING })
  shard.grantIds(100, 100_000).deposit('10000')
  return { shard, socket: shard.socket() }
}

function events(told: readonly Told[], name: string): Record<string, unknown>[] {
  return told
    .filter(({ kind, value }) => kind === 'event' && value['event'] === name)
    .map(({ value }) => value['data'] as Record<string, unknown>)
}

function trade({ shard, socket }: Desk, terms: object): Told[] {
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', ...terms }
  const told = shard.turn(() => shard.send(socket, 'trade', order))
  if (dataOf(told) === null) throw new Error(`refused: ${JSON.stringify(told)}`)
  return told
}

function dataOf(told: readonly Told[]): Record<string, unknown> {
  return told.find(({ kind }) => kind === 'reply')?.value['data'] as Record<string, unknown>
}

/** Checks the money at the end, and that a shard built from the disk holds the same. */
function settle({ shard }: Desk): void {
  checkLedger(shard.records(LOGIN), shard.account())
  t.same(shard.setAside, [])
  const { disk, clock } = shard
  const again = new GivenShard({ disk, clock, log: openMemoryLog(disk), book: shard.core.book })
  again.profile({ group: NETTING })
  for (const record of shard.records()) again.core.ledger.replay(record)
  t.equal(accountDigest(again.account()), accountDigest(shard.account()), 'replay = live')
}

t.test('one position is added to, reversed by an order that rested, and stopped out of', (t) => {
  const own = desk()
  const { shard } = own
  const opened = trade(own, { stop_loss: '1.16000' })
  const id = dataOf(opened)['position_id']
  shard.tick('EURUSD', '1.17001', '1.17011')
  const added = trade(own, { volume: '2', stop_loss: '1.16500' })
  t.match(dataOf(added), { position_id: id, volume: '2', price: '1.17011' })
  t.match(events(added, 'position'), [
    { id, side: 'buy', volume: '3', price_open: '1.17011', stop_loss: '1.16500', version: 2 },
  ])
  const resting = { kind: 'place', order_kind: 'stop', side: 'sell', volume: '4' }
  const placed = trade(own, { ...resting, price: '1.16900', stop_loss: '1.17200' })
  const orderId = dataOf(placed)['order_id']
  shard.clock.at += 5000
  const told = shard.tick('EURUSD', '1.16890', '1.16900')
  t.match(events(told, 'order'), [{ id: orderId, state: 'filled', position_id: id }])
  // 3 x 116,890 - 117,010 - 2 x 117,011 = -362 points.
  t.match(events(told, 'deal'), [
    { entry: 'inout', side: 'sell', volume: '4', price: '1.16890', profit: '-362.00' },
  ])
  t.match(events(told, 'deal'), [{ position_id: id, order_id: orderId, reason: 'activation' }])
  t.match(events(told, 'position'), [
    { id, side: 'sell', volume: '1', price_open: '1.16890', stop_loss: '1.17200' },
  ])
  t.equal(shard.account().positions.get(Number(id))?.openedAt, shard.clock.now())
  t.equal(shard.account().orders.size, 0)
  t.same(events(shard.tick('EURUSD', '1.16400', '1.16410'), 'deal'), [], 'the old stop is gone')
  const stopped = shard.tick('EURUSD', '1.17195', '1.17205')
  t.match(events(stopped, 'deal'), [
    { entry: 'out', side: 'buy', volume: '1', price: '1.17205', profit: '-315.00', reason: 'sl' },
  ])
  t.match(events(stopped, 'position'), [{ id, volume: '0' }])
  t.equal(shard.triggers.size, 0)
  settle(own)
  t.end()
})

t.test('an order that rested closes what its symbol only lets close', (t) => {
  const own = desk()
  const { shard } = own
  trade(own, { volume: '2' })
  const resting = { kind: 'place', order_kind: 'limit', side: 'sell', price: '1.17100' }
  trade(own, { ...resting, volume: '2' })
  shard.core.setBook(givenBook({ symbols: { EURUSD: { trade_access: 'close_only' } } }))
  const told = shard.tick('EURUSD', '1.17100', '1.17110')
  t.match(events(told, 'deal'), [{ entry: 'out', volume: '2', profit: '180.00' }])
  t.equal(shard.account().positions.size, 0)
  settle(own)
  t.end()
})

t.test('an order that rested is rejected where it opens too much or cannot be paid', (t) => {
  const tight = desk({ symbols: { EURUSD: { volume_limit: '3' } } })
  trade(tight, { volume: '1' })
  trade(tight, { kind: 'place', order_kind: 'limit', volume: '2', price: '1.16900' })
  tight.shard.core.setBook(givenBook({ symbols: { EURUSD: { volume_limit: '2.9' } } }))
  const told = tight.shard.tick('EURUSD', '1.16890', '1.16900')
  t.match(events(told, 'order'), [{ state: 'rejected' }])
  t.match([...tight.shard.account().positions.values()], [{ volume: 100_000_000 }])
  settle(tight)
  const poor = desk()
  trade(poor, { volume: '4' })
  trade(poor, { kind: 'place', order_kind: 'stop', side: 'sell', volume: '4', price: '1.16000' })
  poor.shard.tick('EURUSD', '1.16500', '1.16510')
  const closed = poor.shard.tick('EURUSD', '1.15990', '1.16000')
  t.match(events(closed, 'deal'), [{ entry: 'out', profit: '-4080.00' }], 'what closes needs none')
  settle(poor)
  t.end()
})

t.test('a check says what is free after the commission of the trade', (t) => {
  const tier = { from: '0', to: '0', value: '3.5', min: '0', max: '0' }
  const row = { mask: '*', mode: 'per_lot', charge: 'per_side', tiers: [tier] } as const
  const own = desk({ groups: { [NETTING]: { commissions: [row] } } })
  const { shard, socket } = own
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '2' }
  const reply = shard.request(socket, 'check', order)
  t.match(reply['data'], { margin: '2340.20', margin_free: '7652.80' })
  const told = trade(own, order)
  t.match(events(told, 'deal'), [{ commission: '-7.00' }])
  t.equal(shard.account().balance, 9993_00)
  settle(own)
  t.end()
})

import t from 'tap'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING } from '../../given/book.js'
import { type GivenShard, type Told, tradingShard } from '../../given/floors/shard.js'
import type { GivenPrices } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'

/** A shard whose feed of EURUSD goes away: 1.17000 / 1.17010 is the last of it. */
function desk() {
  const groups = { [HEDGING]: { margin_call_level: '100', stop_out_level: '50' } }
  const shard = tradingShard({ book: givenBook({ groups }) })
  return { shard, socket: shard.socket() }
}

function trade({ shard, socket }: ReturnType<typeof desk>, order: object): Record<string, unknown> {
  const reply = shard.request(socket, 'trade', { symbol: 'EURUSD', volume: '1', ...order })
  return { code: reply['code'], ...(reply['data'] as object | null) }
}

function goes({ shard }: ReturnType<typeof desk>, name = 'EURUSD'): void {
  ;(shard.prices as GivenPrices).age(name, shard.clock.now())
  shard.clock.at++
}

function deals(told: readonly Told[]): string[] {
  return told.flatMap(({ kind, value }) => {
    if (kind !== 'event' || value['event'] !== 'deal') return []
    const { reason, price } = value['data'] as Record<string, unknown>
    return [`${reason} ${price}`]
  })
}

function settle(shard: GivenShard): void {
  checkLedger(shard.records(LOGIN), shard.account())
  t.same(shard.setAside, [])
}

t.test('orders, stop loss and take profit wait for the first new quote', (t) => {
  const floor = desk()
  const { shard } = floor
  const open = { kind: 'open', side: 'buy' }
  trade(floor, { ...open, stop_loss: '1.16900' })
  trade(floor, { ...open, take_profit: '1.17100' })
  trade(floor, { kind: 'place', order_kind: 'limit', side: 'buy', price: '1.16950' })
  // The last quote of the feed would fire all of them, and was lost: only the board has it.
  for (const [bid, ask] of [['1.16890', '1.16900']] as const) {
    ;(shard.prices as GivenPrices).set('EURUSD', bid, ask, shard.clock.now())
  }
  goes(floor)
  shard.triggers.lookAtBoard()
  t.same(deals(shard.look()), [])
  t.equal(trade(floor, open)['code'], 'trade.off_quotes')
  t.same(deals(shard.tick('EURUSD', '1.16880', '1.16890')).sort(), [
    'activation 1.16890',
    'sl 1.16880',
  ])
  t.same(deals(shard.tick('EURUSD', '1.17110', '1.17120')), ['tp 1.17110'])
  settle(shard)
  t.end()
})

t.test('who is at the stop out by an old price loses what has one that is not', (t) => {
  const floor = desk()
  const { shard } = floor
  trade(floor, { kind: 'open', side: 'buy', volume: '5' })
  trade(floor, { kind: 'open', side: 'buy', symbol: 'GBPUSD', volume: '1' })
  shard.push('EURUSD', '1.15500', '1.15510')
  goes(floor)
  const [first] = deals(shard.look())
  t.equal(first, 'stop_out 1.35000', 'of GBPUSD, which stands where it stood')
  t.same(
    [...shard.account().positions.values()].map(({ symbolId }) => symbolId),
    [1],
  )
  const waited = shard.records(LOGIN).length
  shard.margin.retry()
  shard.look()
  t.equal(shard.records(LOGIN).length, waited, 'it waits without a record')
  shard.push('EURUSD', '1.15400', '1.15410')
  shard.margin.retry()
  t.same(deals(shard.look()), ['stop_out 1.15400'])
  settle(shard)
  t.end()
})

t.test('where the clock was set back a price is as old as the clock says', (t) => {
  const floor = desk()
  const { shard } = floor
  trade(floor, { kind: 'open', side: 'buy' })
  const before = shard.clock.at
  shard.clock.at -= 600_000
  shard.push('EURUSD', '1.16890', '1.16900')
  ;(shard.prices as GivenPrices).age('EURUSD', shard.clock.at + 120_000)
  t.equal(trade(floor, { kind: 'open', side: 'buy' })['code'], 'ok')
  t.equal(shard.records(LOGIN).at(-1)?.at, before, 'while records keep the newest time')
  goes(floor)
  t.equal(trade(floor, { kind: 'open', side: 'buy' })['code'], 'trade.off_quotes')
  settle(shard)
  t.end()
})

import t from 'tap'
import type { GroupRecord } from '../../engine/config/group.js'
import type { SymbolRecord } from '../../engine/config/symbol.js'
import { LOGIN } from '../given/account.js'
import { givenBook, HEDGING } from '../given/book.js'
import { checkLedger } from '../given/ledger.js'
import type { GivenPrices } from '../given/prices.js'
import { depositAsk, type GivenShard, type Told, tradingShard } from '../given/shard.js'

/** The account has 10,000.00; a lot of EURUSD at 1.17010 takes 1,170.10 of margin. */
function given(symbol: Partial<SymbolRecord> = {}, group: Partial<GroupRecord> = {}) {
  const levels = { margin_call_level: '100', stop_out_level: '50', ...group }
  const book = givenBook({ symbols: { EURUSD: symbol }, groups: { [HEDGING]: levels } })
  const shard = tradingShard({ book })
  const socket = shard.socket()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
  t.equal(shard.request(socket, 'trade', open)['code'], 'ok')
  return { shard, socket }
}

function events(told: readonly Told[]): string[] {
  return told
    .filter(({ kind, value }) => kind === 'event' && value['event'] !== 'daily')
    .map(({ value }) => {
      const data = value['data'] as Record<string, unknown>
      const entered = data['entered'] === undefined ? '' : data['entered'] ? ' entered' : ' left'
      return `${String(value['event'])}${entered}`
    })
}

function settle(shard: GivenShard): void {
  checkLedger(shard.records(LOGIN), shard.account())
  t.same(shard.setAside, [])
}

t.test('an account that prices bring to its levels is called, then closed', (t) => {
  const { shard } = given()
  // 10,000 - 5,005 is above half of 5,850.50, and below all of it.
  const called = shard.tick('EURUSD', '1.16009', '1.16019')
  t.same(events(called), ['margin_call entered'])
  t.match(called.find(({ kind }) => kind === 'event')?.value, {
    data: { level: '85.38', equity: '4995.00', margin: '5850.50', order_id: null },
  })
  t.same(events(shard.tick('EURUSD', '1.16010', '1.16020')), [], 'once')
  const closed = shard.tick('EURUSD', '1.15500', '1.15510')
  t.same(events(closed), ['stop_out entered', 'order', 'deal', 'position', 'margin_call left'])
  t.equal(shard.account().positions.size, 0)
  const notes = shard.records(LOGIN).flatMap(({ note }) => note?.text ?? [])
  t.match(notes.slice(-3), [
    /^Account 1001: margin call entered at 85\.38 %, equity 4995\.00$/,
    /^Account 1001: stop out of position \d+ at 41\.88 %, equity 2450\.00$/,
    /^Account 1001: margin call left at no margin/,
  ])
  settle(shard)
  t.end()
})

t.test('a trade, money taken away and other settings are judged in the turn they come in', (t) => {
  const { shard, socket } = given()
  const take = { action: 'withdraw', amount: '4500', comment: '', request_id: 'w' } as const
  const by = { login: 1, ip: '', request_id: '' }
  const told = shard.turn(() => {
    shard.ask(1, {
      op: 'balance',
      request: { login: LOGIN, ...take, skip_margin_check: true, by },
    })
    shard.margin.run(256)
  })
  t.same(events(told), ['deal', 'margin_call entered'])
  const closed = shard.turn(() => {
    shard.send(socket, 'trade', { kind: 'close', position_id: 100, volume: '1' })
    shard.margin.run(256)
  })
  t.same(events(closed), ['order', 'deal', 'position', 'margin_call left'])
  const book = givenBook({ groups: { [HEDGING]: { leverage: 50, margin_call_level: '100' } } })
  const felt = shard.turn(() => {
    shard.core.setBook(book)
    shard.margin.setBook(book)
    shard.margin.run(256)
  })
  t.same(events(felt), ['margin_call entered'])
  settle(shard)
  t.end()
})

t.test('a position of a closed market is taken when it opens', (t) => {
  // The given prices begin on a Monday at noon.
  const sessions = [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] as const
  const { shard } = given({ sessions })
  shard.clock.at += 2 * 3_600_000
  t.same(events(shard.tick('EURUSD', '1.15500', '1.15510')), ['margin_call entered'])
  shard.margin.retry()
  t.same(events(shard.look()), [])
  shard.clock.at += (7 * 24 - 2) * 3_600_000
  shard.margin.retry()
  t.match(events(shard.look()), ['stop_out entered', 'order', 'deal', 'position'])
  settle(shard)
  t.end()
})

t.test('a call that could not be written, or had no price any more, is made up for', (t) => {
  const halted = given().shard
  halted.core.halt('The disk is full.')
  t.same(events(halted.tick('EURUSD', '1.16009', '1.16019')), [])
  halted.core.halt('')
  t.same(events(halted.look()), [])
  halted.margin.retry()
  t.same(events(halted.look()), ['margin_call entered'])
  halted.margin.retry()
  t.same(events(halted.look()), [], 'once')

  const { shard } = given()
  shard.tick('EURUSD', '1.16009', '1.16019')
  const prices = (shard.prices as GivenPrices).remove('EURUSD')
  shard.turn(() => {
    shard.ask(1, depositAsk(LOGIN, '5000', 'd'))
    shard.margin.run(256)
  })
  t.equal(shard.account().inMarginCall, true)
  prices.set('EURUSD', '1.16009', '1.16019')
  shard.margin.retry()
  t.same(events(shard.look()), ['margin_call left'])
  settle(halted)
  settle(shard)
  t.end()
})

t.test('one step at a time comes to the same', (t) => {
  const ends = [1, 256].map((most) => {
    const { shard, socket } = given({}, { negative_balance_protection: true })
    shard.request(socket, 'trade', {
      ...{ kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' },
      ...{ volume: '1', price: '1.10000' },
    })
    shard.push('EURUSD', '1.14000', '1.14010')
    const told = events(shard.look(most))
    settle(shard)
    return { told, balance: shard.account().balance }
  })
  t.same(ends[0], ends[1])
  t.equal(ends[0]?.balance, 0)
  t.end()
})

t.test('a recovered account is in the margin call it was in', (t) => {
  const { shard } = given()
  shard.tick('EURUSD', '1.16009', '1.16019')
  const again = tradingShard({ book: shard.core.book })
  const { prices } = again
  again.core.accounts.set(LOGIN, shard.account())
  again.margin.load(shard.account())
  again.push('EURUSD', '1.16009', '1.16019')
  t.ok(prices)
  again.turn(() => {
    again.margin.run(256)
    t.equal(again.core.records.dirty, false, 'it is not told again')
  })
  again.turn(() => {
    again.push('EURUSD', '1.17000', '1.17010')
    again.triggers.run(256)
    again.margin.run(256)
  })
  t.equal(shard.account().inMarginCall, false)
  t.end()
})

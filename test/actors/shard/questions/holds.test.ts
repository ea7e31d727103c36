import t from 'tap'
import type { HoldCondition } from '../../../../wire/thread/shard-messages.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'
import { rule } from '../../../given/floors/dealing-floor.js'
import { GivenShard } from '../../../given/floors/shard.js'
import { GivenPrices } from '../../../given/prices.js'
import { checkLedger } from '../../../given/records/ledger.js'
import { LIMIT_ORDER } from '../../../given/records/trade-bodies.js'

/** Symbols that cost no margin: an account without money may place orders. */
const FREE = [
  { kind: 'buy', initial: '0', maintenance: '0' },
  { kind: 'buy_limit', initial: '0', maintenance: '0' },
] as const
const PLACE = { ...LIMIT_ORDER, price: '1.05000' }
const DELAYED = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
const CONFIRM = rule({ id: 9, position: 9, action: 'confirm_market_price' })

function fresh(): GivenShard {
  const symbols = { EURUSD: { margin_rates: FREE } }
  const book = givenBook({ symbols, routing: [DELAYED, CONFIRM] })
  const prices = new GivenPrices(book).set('EURUSD', '1.10000', '1.10010')
  return new GivenShard({ book, prices }).profile().grantIds(100, 1000)
}

function holds(shard: GivenShard, condition: HoldCondition = 'fresh'): unknown {
  const request = { login: LOGIN, condition }
  const told = shard.turn(() => shard.ask(1, { op: 'hold', request }))
  return told.find(({ kind }) => kind === 'answer')?.value
}

const YES = { ok: true, value: { is_held: true } }
const NO = { ok: true, value: { is_held: false } }

t.test('an account is fresh until it has a record or something waits', (t) => {
  const shard = fresh()
  t.match(holds(shard), YES)
  t.match(holds(shard), YES, 'asked again it is held still')
  shard.core.held.delete(LOGIN)
  shard.turn(() => shard.send(shard.socket(), 'trade', PLACE))
  t.same([shard.core.parking.requests.size, shard.records(LOGIN).length], [1, 0], 'in memory alone')
  t.match(holds(shard), NO)
  t.equal(shard.core.held.size, 0)
  shard.turn(() => {
    shard.clock.at += 500
    shard.core.parking.run()
  })
  t.equal(shard.account().orders.size, 1, 'what waited was done')
  t.match(holds(shard), NO)
  t.match(holds(fresh().deposit('1')), NO)
  t.match(holds(new GivenShard()), { ok: false, code: 'not_found' })
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('an account is flat while nothing of it is open, waits or is still to be charged', (t) => {
  const shard = fresh()
  t.match(holds(shard, 'flat'), YES)
  shard.core.held.delete(LOGIN)
  shard.deposit('5')
  t.match(holds(shard, 'flat'), YES, 'money is no exposure')
  t.same([...shard.core.held], [LOGIN])
  shard.core.held.delete(LOGIN)
  shard.turn(() => shard.send(shard.socket(), 'trade', PLACE))
  t.match(holds(shard, 'flat'), NO, 'a request waits')
  shard.turn(() => {
    shard.clock.at += 500
    shard.core.parking.run()
  })
  t.equal(shard.account().orders.size, 1)
  t.match(holds(shard, 'flat'), NO, 'an order rests')
  const open = fresh().deposit('1000')
  open.turn(() => {
    const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    open.send(open.socket(), 'trade', body)
    open.clock.at += 500
  })
  open.turn(() => open.core.parking.run())
  t.same([open.account().positions.size, open.account().orders.size], [1, 0])
  t.match(holds(open, 'flat'), NO, 'a position is open')
  const charged = fresh().deposit('5')
  charged.account().commissionDue = -1
  t.match(holds(charged, 'flat'), NO, 'a commission is still to be charged')
  t.equal(charged.core.held.size, 0)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('of a held account nothing is decided, whoever asks', (t) => {
  const shard = fresh()
  holds(shard)
  const refused = { code: 'unavailable', message: /being changed/ }
  const socket = shard.socket()
  t.match(shard.request(socket, 'trade', { ...PLACE, client_order_id: 'a' }), refused)
  shard.deposit('5')
  t.same(
    [shard.records(LOGIN).length, shard.core.parking.requests.size, shard.account().balance],
    [0, 0, 0],
  )
  shard.core.held.delete(LOGIN)
  shard.turn(() => shard.send(socket, 'trade', { ...PLACE, client_order_id: 'a' }))
  t.equal(shard.core.parking.requests.size, 1, 'it was not remembered as refused')
  t.end()
})

t.test('while an account is held the others of its shard trade on', (t) => {
  const shard = fresh().profile({ login: 1002 })
  holds(shard)
  shard.deposit('5', 1002)
  t.equal(shard.account(1002).balance, 500)
  t.equal(shard.account().balance, 0)
  checkLedger(shard.records(1002), shard.account(1002))
  t.end()
})

import fc from 'fast-check'
import t from 'tap'
import { decideMarginLevel } from '../../../../engine/account/decide/stop-out.js'
import type { Outside } from '../../../../engine/account/holdings/without-closing.js'
import { StopOutQueue, tradedSymbol } from '../../../../engine/account/rules/stop-out-queue.js'
import { groupIn, HEDGING, symbolIn } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'

const SYMBOLS = ['EURUSD', 'GBPUSD', 'USDJPY'] as const
const orders = fc.array(
  fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.constantFrom('0.1', '0.2', '0.5'),
    rests: fc.boolean(),
  }),
  { minLength: 1, maxLength: 24 },
)
const FAR = { EURUSD: '1.10000', GBPUSD: '1.30000', USDJPY: '140.000' } as const

function floorOf(given: typeof orders extends fc.Arbitrary<infer T> ? T : never): Floor {
  const levels = { margin_call_level: '100', stop_out_level: '50' } as const
  const floor = new Floor({ groups: { [HEDGING]: levels } })
  floor.balance('deposit', '100000')
  for (const { symbol, side, lots, rests } of given) {
    if (rests) floor.place(symbol, 'buy limit', lots, FAR[symbol])
    else floor.open(symbol, side, lots)
  }
  return floor
}

t.test('property: a turn that values once takes what valuing at each step would take', (t) => {
  let taken = 0
  fc.assert(
    fc.property(orders, fc.integer({ min: 900, max: 1190 }), (given, thousandths) => {
      const [once, each] = [floorOf(given), floorOf(given)]
      const price = (thousandths / 1000).toFixed(3)
      for (const floor of [once, each]) {
        floor.prices.set('EURUSD', `${price}00`, `${price}10`).set('GBPUSD', '1.34000', '1.34020')
        floor.balance('withdraw', '99000', { skipMarginCheck: true })
      }
      const events = once.stand(new StopOutQueue())
      t.same(events, each.stand(), { strict: true })
      taken += events.filter(({ type }) => type === 'standing').length
      once.settle()
      each.settle()
    }),
    { numRuns: 60 },
  )
  t.ok(taken > 100, `${taken} standings`)
  t.end()
})

t.test('property: positions that are valued some at a time are taken in the same order', (t) => {
  let parts = 0
  fc.assert(
    fc.property(orders, fc.integer({ min: 1, max: 5 }), (given, atOnce) => {
      const [some, all] = [floorOf(given), floorOf(given)]
      for (const floor of [some, all]) {
        floor.prices.set('EURUSD', '1.00000', '1.00010').set('GBPUSD', '1.34000', '1.34020')
        floor.balance('withdraw', '99000', { skipMarginCheck: true })
      }
      const queue = new StopOutQueue(atOnce)
      const events = some.stand(queue)
      for (; queue.isPartial; parts++) events.push(...some.stand(queue))
      t.same(events, all.stand(), { strict: true })
      some.settle()
      all.settle()
    }),
    { numRuns: 60 },
  )
  t.ok(parts >= 5, `${parts} looks before all were valued`)
  t.end()
})

t.test('an account that changed while its positions were valued has them valued at once', (t) => {
  const floor = new Floor({ groups: { [HEDGING]: { stop_out_level: '50' } } })
  floor.balance('deposit', '20000')
  for (let n = 0; n < 20; n++) floor.open('EURUSD', 'buy', '0.1')
  const large = positionOf(floor.open('EURUSD', 'buy', '1'))
  const group = groupIn(floor.book, HEDGING)
  const queue = new StopOutQueue(4)
  t.notOk(queue.begin(floor.context(), floor.account, group))
  t.notOk(queue.begin(floor.context(), floor.account, group))
  floor.open('EURUSD', 'buy', '0.1')
  t.ok(queue.begin(floor.context(), floor.account, group))
  t.equal(queue.next(floor.account)?.id, large)
  t.equal(queue.looked, 8 + 22 + 1)
  floor.settle()
  t.end()
})

t.test('positions are valued once while the stop out goes on', (t) => {
  const floor = new Floor({ groups: { [HEDGING]: { stop_out_level: '50' } } })
  floor.balance('deposit', '20000')
  for (let n = 0; n < 40; n++) floor.open('EURUSD', 'buy', '0.1')
  floor.prices.set('EURUSD', '1.10000', '1.10010')
  const queue = new StopOutQueue()
  floor.stand(queue)
  t.equal(floor.account.positions.size, 0)
  t.equal(queue.looked, 80, 'each is valued once and taken once')
  floor.settle()
  t.end()
})

t.test('orders that are looked at before a position is taken count as much as positions', (t) => {
  const floor = new Floor({ groups: { [HEDGING]: { stop_out_level: '50' } } })
  floor.balance('deposit', '20000')
  for (let n = 0; n < 3; n++) floor.open('EURUSD', 'buy', '0.5')
  for (let n = 0; n < 5; n++) floor.place('EURUSD', 'buy limit', '0.1', '1.05000')
  floor.prices.set('EURUSD', '1.10000', '1.10010')
  floor.balance('withdraw', '9400', { skipMarginCheck: true })
  const queue = new StopOutQueue()
  floor.stand(queue)
  t.equal(floor.account.orders.size, 0)
  t.equal(floor.account.positions.size, 0)
  t.equal(queue.looked, 5 + 4 + 3 + 2 + 1 + 3 + 3, 'the orders at each step, then positions')
  floor.settle()
  t.end()
})

t.test('a symbol that is not there, or is closed to trading, is not traded', (t) => {
  const rows = [{ mask: 'EURGBP', trade_access: 'disabled' }] as const
  const floor = new Floor({
    symbols: { GBPUSD: { trade_access: 'disabled' } },
    groups: { [HEDGING]: { symbols: rows } },
  })
  const group = groupIn(floor.book, HEDGING)
  const traded = (name: string) =>
    tradedSymbol(floor.context(), group, symbolIn(floor.book, name).id)?.name
  t.equal(traded('EURUSD'), 'EURUSD')
  t.equal(traded('GBPUSD'), undefined)
  t.equal(traded('EURGBP'), undefined, 'not in this group')
  t.equal(tradedSymbol(floor.context(), group, 4_000_000), undefined)
  t.end()
})

t.test('changed positions are valued again, and closed ones keep their place', (t) => {
  const floor = new Floor({ groups: { [HEDGING]: { stop_out_level: '50' } } })
  floor.balance('deposit', '20000')
  const large = positionOf(floor.open('EURUSD', 'buy', '2'))
  const small = positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.prices.set('EURUSD', '1.10000', '1.10010')
  const queue = new StopOutQueue()
  const group = groupIn(floor.book, HEDGING)
  queue.begin(floor.context(), floor.account, group)
  t.equal(queue.next(floor.account)?.id, large)
  queue.putBack()
  const busy: Outside = {
    closing: new Map([[large, 1]]),
    isBusy: (id) => id === large,
    restOf: () => 'none' as const,
  }
  const decided = decideMarginLevel(floor.context(), floor.account, busy, queue)
  t.match(decided, [{ standing: 'margin_call' }, { standing: 'stop_out', positionId: small }])
  floor.close(large, '1.5')
  queue.begin(floor.context(), floor.account, group)
  t.equal(queue.next(floor.account)?.id, small, 'the larger one is the smaller one now')
  floor.settle()
  t.end()
})

t.test('what was looked at is put back once, and not at all after the account changed', (t) => {
  const floor = new Floor({ groups: { [HEDGING]: { stop_out_level: '50' } } })
  floor.balance('deposit', '20000')
  const ids = ['0.3', '0.2', '0.1'].map((lots) => positionOf(floor.open('EURUSD', 'buy', lots)))
  floor.prices.set('EURUSD', '1.10000', '1.10010')
  const group = groupIn(floor.book, HEDGING)
  const queue = new StopOutQueue()
  const begin = () => queue.begin(floor.context(), floor.account, group)
  const next = () => queue.next(floor.account)?.id
  begin()
  t.equal(next(), ids[0])
  queue.putBack()
  queue.putBack()
  t.same([next(), next(), next(), next()], [...ids, undefined])
  const last = positionOf(floor.open('EURUSD', 'buy', '0.4'))
  begin()
  queue.putBack()
  t.same([next(), next(), next(), next(), next()], [...ids, last, undefined])
  floor.settle()
  t.end()
})

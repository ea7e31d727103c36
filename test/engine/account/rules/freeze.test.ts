import t from 'tap'
import { givenBook, NETTING } from '../../../given/book.js'
import { codeOf, Floor, orderOf, positionOf } from '../../../given/floors/floor.js'

// The freeze level: within it clients change, delete and close nothing. EURUSD is at 1.17000 / 1.17010.

const FREEZE = { symbols: { EURUSD: { freeze_level_pts: 10 } } }

t.test('an order within the freeze level of the market is the server’s alone', (t) => {
  // Its price at the level, and one point past it, where it is free again.
  for (const [what, frozen, free] of [
    ['buy limit', '1.17000', '1.16999'],
    ['sell limit', '1.17010', '1.17011'],
    ['buy stop', '1.17020', '1.17021'],
    ['sell stop', '1.16990', '1.16989'],
    ['buy stop_limit', '1.17020', '1.17021'],
    ['sell stop_limit', '1.16990', '1.16989'],
  ] as const) {
    for (const [at, code] of [
      [frozen, 'trade.frozen'],
      [free, 'ok'],
    ] as const) {
      const floor = new Floor()
      floor.balance('deposit', '10000')
      const isStopLimit = what.endsWith('stop_limit')
      const price = isStopLimit ? (what === 'buy stop_limit' ? '1.1' : '1.2') : at
      const more = isStopLimit ? { triggerPrice: at } : {}
      const [first, second] = [1, 2].map(() =>
        orderOf(floor.place('EURUSD', what, '0.1', price, more)),
      )
      floor.book = givenBook(FREEZE)
      t.equal(codeOf(floor.change(first ?? 0, { comment: 'x' })), code, `change ${what} ${at}`)
      t.equal(codeOf(floor.delete(first ?? 0)), code, `delete ${what} ${at}`)
      t.equal(codeOf(floor.change(second ?? 0, { comment: 'x', dealer: 5 })), 'ok', 'staff may')
      t.equal(codeOf(floor.delete(second ?? 0, 5)), 'ok', 'staff may')
      floor.settle()
    }
  }
  t.end()
})

t.test('a stop limit whose trigger was met goes by its limit', (t) => {
  const floor = new Floor(FREEZE)
  floor.balance('deposit', '10000')
  const more = { triggerPrice: '1.17021' }
  const id = orderOf(floor.place('EURUSD', 'buy stop_limit', '0.1', '1.17000', more))
  t.equal(codeOf(floor.change(id, { comment: 'x' })), 'ok')
  const order = floor.account.orders.get(id)
  if (order === undefined) return t.fail('it rests')
  const version = order.version + 1
  floor.record([{ ...order, kind: 'limit', activatedAt: floor.now, version }])
  t.equal(codeOf(floor.delete(id)), 'trade.frozen')
  floor.settle()
  return t.end()
})

t.test('a position whose stop loss or take profit is that near is not touched', (t) => {
  // A buy closes at the bid of 1.17000, a sell at the ask of 1.17010.
  for (const [side, field, frozen, free] of [
    ['buy', 'stopLoss', '1.16990', '1.16989'],
    ['buy', 'takeProfit', '1.17010', '1.17011'],
    ['sell', 'stopLoss', '1.17020', '1.17021'],
    ['sell', 'takeProfit', '1.17000', '1.16999'],
  ] as const) {
    for (const [at, code] of [
      [frozen, 'trade.frozen'],
      [free, 'ok'],
    ] as const) {
      for (const dealer of [0, 5]) {
        const floor = new Floor()
        floor.balance('deposit', '10000')
        const id = positionOf(floor.open('EURUSD', side, '0.3', { [field]: at }))
        const other = positionOf(floor.open('EURUSD', side === 'buy' ? 'sell' : 'buy', '0.1'))
        floor.book = givenBook(FREEZE)
        const wanted = dealer === 0 ? code : 'ok'
        const says = `${side} ${field} ${at} ${dealer}`
        t.equal(codeOf(floor.stops(id, { comment: 'x', dealer })), wanted, `stops ${says}`)
        t.equal(codeOf(floor.close(id, '0.1', { dealer })), wanted, `close ${says}`)
        t.equal(codeOf(floor.closeBy(other, id, dealer)), wanted, `close by ${says}`)
        t.equal(codeOf(floor.close(id, undefined, { dealer })), wanted, `close ${says}`)
        floor.settle()
      }
    }
  }
  t.end()
})

t.test('without stops, or without a freeze level, nothing is frozen', (t) => {
  const floor = new Floor(FREEZE)
  floor.balance('deposit', '10000')
  t.ok(floor.close(positionOf(floor.open('EURUSD', 'buy', '0.1'))).ok)
  floor.book = givenBook()
  const near = { stopLoss: '1.16999', takeProfit: '1.17001' }
  t.ok(floor.close(positionOf(floor.open('EURUSD', 'buy', '0.1', near))).ok)
  t.ok(floor.delete(orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.17009'))).ok)
  const met = positionOf(floor.open('EURUSD', 'buy', '0.1', near))
  floor.prices.set('EURUSD', '1.16999', '1.17009')
  t.ok(floor.close(met).ok, 'the market is at its stop loss')
  const cheap = new Floor(FREEZE)
  cheap.balance('deposit', '10000')
  cheap.prices.set('EURUSD', '0.00008', '0.00009')
  t.ok(cheap.close(positionOf(cheap.open('EURUSD', 'buy', '0.1'))).ok, 'none is no level of 0')
  floor.settle()
  t.end()
})

t.test('what adds to such a position keeps its stops, and brings no others', (t) => {
  const stops = { stopLoss: '1.16990', takeProfit: '1.18000' }
  const given = () => {
    const floor = new Floor().profile({ group: NETTING })
    floor.balance('deposit', '10000')
    floor.open('EURUSD', 'buy', '0.1', stops)
    floor.book = givenBook(FREEZE)
    return floor
  }
  for (const [side, asked, code] of [
    ['buy', stops, 'ok'],
    ['buy', { ...stops, stopLoss: '1.16000' }, 'trade.frozen'],
    ['buy', { ...stops, takeProfit: '1.19000' }, 'trade.frozen'],
    ['buy', {}, 'trade.frozen'],
    ['buy', { ...stops, takeProfit: '1.19000', dealer: 5 }, 'ok'],
  ] as const) {
    const floor = given()
    t.equal(
      codeOf(floor.open('EURUSD', side, '0.1', asked)),
      code,
      `${side} ${Object.values(asked)}`,
    )
    t.equal(codeOf(floor.open('GBPUSD', side, '0.1')), 'ok', 'nothing is held of another symbol')
    floor.settle()
  }
  t.end()
})

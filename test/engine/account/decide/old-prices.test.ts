import t from 'tap'
import { moneyOf } from '../../../../engine/account/money/money.js'
import { HEDGING } from '../../../given/book.js'
import { codeOf, Floor, orderOf, positionOf } from '../../../given/floors/floor.js'

/** EURUSD stands at 1.17000 / 1.17010, and after a moment nobody stands behind that any more. */
const LEVELS = { margin_call_level: '100', stop_out_level: '50' } as const

function floor(deposit = '10000'): Floor {
  const one = new Floor({
    groups: { [HEDGING]: LEVELS },
    symbols: { EURUSD: { freeze_level_pts: 200 } },
  })
  one.balance('deposit', deposit)
  return one
}

t.test('what is traded needs a price that somebody stands behind', (t) => {
  const one = floor()
  const [bought, sold] = ['buy', 'sell'].map((side) =>
    positionOf(one.open('EURUSD', side as 'buy', '0.1')),
  ) as [number, number]
  const order = orderOf(one.place('EURUSD', 'buy limit', '0.1', '1.16900'))
  const before = one.records.length
  const asks = {
    open: () => one.open('EURUSD', 'buy', '0.1'),
    close: () => one.close(bought),
    'close by': () => one.closeBy(bought, sold),
    place: () => one.place('EURUSD', 'buy limit', '0.1', '1.16000'),
    change: () => one.change(order, { price: '1.16000', dealer: 7 }),
    stops: () => one.stops(bought, { stopLoss: '1.10000' }),
  }
  one.prices.age('EURUSD', one.now - 1)
  for (const [what, ask] of Object.entries(asks)) t.equal(codeOf(ask()), 'trade.off_quotes', what)
  t.equal(one.records.length, before)
  t.equal(codeOf(one.delete(order)), 'ok', 'an order is taken back, near as the old price is to it')
  one.prices.age('EURUSD', one.now)
  t.equal(codeOf(one.close(bought)), 'ok', 'up to the very moment')
  one.settle()
  t.end()
})

t.test('values, margin and conversion go by the last known price', (t) => {
  const one = floor()
  positionOf(one.open('EURUSD', 'buy', '0.1'))
  const cross = positionOf(one.open('EURGBP', 'buy', '0.1'))
  const money = moneyOf(one.account, one.book, one.prices)
  one.prices.age('EURUSD', one.now - 1).age('GBPUSD', one.now - 1)
  t.same(moneyOf(one.account, one.book, one.prices), money)
  t.equal(codeOf(one.close(cross)), 'ok', 'the pound is what it was last')
  t.ok(one.balance('withdraw', '100').ok)
  one.settle()
  t.end()
})

t.test('a stop out leaves what has an old price, and takes the rest', (t) => {
  const one = floor('4000')
  const dead = positionOf(one.open('EURUSD', 'buy', '2'))
  const live = positionOf(one.open('GBPUSD', 'buy', '1'))
  one.prices.set('EURUSD', '1.16100', '1.16110').age('EURUSD', one.now - 1)
  one.prices.set('GBPUSD', '1.34000', '1.34020')
  const { equity } = moneyOf(one.account, one.book, one.prices)
  t.ok(equity !== null && equity < 135_000, 'the loss of the dead symbol counts')
  one.stand()
  t.ok(one.account.positions.has(dead), 'although it loses most')
  t.notOk(one.account.positions.has(live))
  one.prices.set('EURUSD', '1.15500', '1.15510').age('EURUSD', one.now - 1)
  t.same(one.stand(), [], 'while there is no price it waits')
  one.prices.set('EURUSD', '1.15400', '1.15410')
  one.stand()
  t.notOk(one.account.positions.has(dead))
  one.settle()
  t.end()
})

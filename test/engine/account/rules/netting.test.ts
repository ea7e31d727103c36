import t from 'tap'
import { decideTrade } from '../../../../engine/account/decide/decide.js'
import { isHeldUp } from '../../../../engine/account/decision.js'
import type { Position } from '../../../../engine/account/holdings/position.js'
import { accountMargin } from '../../../../engine/account/money/margin.js'
import { moneyOf } from '../../../../engine/account/money/money.js'
import { positionValue } from '../../../../engine/account/money/position-value.js'
import { startedOrder } from '../../../../engine/account/rules/parked-order.js'
import type { Refusal } from '../../../../engine/code.js'
import { rateOf } from '../../../given/account.js'
import { type BookChanges, givenBook, groupIn, NETTING } from '../../../given/book.js'
import { type AcceptedTrade, Floor, orderOf, positionOf } from '../../../given/floors/floor.js'
import { PLAIN_OPEN } from '../../../given/plain.js'

const LOT = 100_000_000

/** Holds nothing yet; EURUSD is 1.17000 / 1.17010, and a point of a lot is a dollar. */
function netting(deposit: string, changes: BookChanges = {}): Floor {
  const floor = new Floor(changes).profile({ group: NETTING })
  floor.balance('deposit', deposit)
  return floor
}

function heldIn(floor: Floor): Position {
  const [position] = [...floor.account.positions.values()]
  if (position === undefined || floor.account.positions.size > 1) throw new Error('one position')
  return position
}

function done(decision: AcceptedTrade | Refusal) {
  if (!decision.ok) throw new Error(`refused: ${decision.code} ${decision.message}`)
  const [order, deal, row] = decision.events
  if (order?.type !== 'order' || deal?.type !== 'deal' || row?.type !== 'position') {
    throw new Error('a fill is an order, a deal and a position')
  }
  return { order, deal, row }
}

const codeOf = (decision: AcceptedTrade | Refusal) => (decision.ok ? 'ok' : decision.code)

t.test('a fill of a symbol that is not held opens a position', async (t) => {
  const floor = netting('10000')
  const { order, deal, row } = done(floor.open('EURUSD', 'buy', '1', { stopLoss: '1.16' }))
  t.match(deal, { entry: 'in', volume: LOT, volumeClosed: 0, positionId: order.id })
  t.match(row, { id: order.id, priceOpen: 117_010, openRest: 0, stopLoss: 116_000 })
  const gold = positionOf(floor.open('XAUUSD', 'sell', '0.10'))
  t.equal(positionOf(floor.open('XAUUSD', 'sell', '0.10')), gold)
  t.equal(positionOf(floor.open('EURUSD', 'buy', '1')), order.id)
  t.equal(floor.account.positions.size, 2, 'one for each symbol')
  floor.settle()
})

t.test('the same side adds: the open price is the average by volume', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1', { comment: 'first' }))
  const openedAt = floor.now
  floor.now += 1000
  floor.prices.set('EURUSD', '1.17001', '1.17011')
  const { order, deal, row } = done(floor.open('EURUSD', 'buy', '2', { comment: 'second' }))
  t.not(order.id, id)
  t.match(order, { positionId: id, volumeInitial: 2 * LOT })
  t.match(deal, { entry: 'in', volume: 2 * LOT, price: 117_011, positionId: id, profit: 0 })
  // (117,010 + 2 x 117,011) / 3 = 117,010.67: a third of a point too much for each of three lots.
  t.match(row, { id, side: 1, volume: 3 * LOT, priceOpen: 117_011, openRest: -LOT, version: 2 })
  t.match(row, { openedAt, comment: 'first', closedAt: 0 }, 'the rest is as it was opened')
  floor.settle()
})

t.test('an average of half a point is rounded away from zero, and the rest is kept', async (t) => {
  const floor = netting('10000')
  positionOf(floor.open('EURUSD', 'sell', '1'))
  floor.prices.set('EURUSD', '1.17001', '1.17011')
  positionOf(floor.open('EURUSD', 'sell', '1'))
  t.match(heldIn(floor), { side: -1, priceOpen: 117_001, openRest: -LOT })
  floor.settle()
  const oil = netting('10000', {
    symbols: { OIL: { digits: 2, calc_mode: 'cfd', contract_size: '1', margin_currency: 'USD' } },
  })
  oil.prices.set('OIL', '-37.64', '-37.63')
  positionOf(oil.open('OIL', 'buy', '1'))
  oil.prices.set('OIL', '-37.63', '-37.62')
  positionOf(oil.open('OIL', 'buy', '1'))
  t.match(heldIn(oil), { priceOpen: -3763, openRest: LOT }, '-37.625 below zero too')
  oil.settle()
})

t.test('profit is exact by what was paid, not by the rounded average', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.prices.set('EURUSD', '1.17001', '1.17011')
  positionOf(floor.open('EURUSD', 'buy', '2'))
  floor.prices.set('EURUSD', '1.17100', '1.17110')
  // 3 x 117,100 - 117,010 - 2 x 117,011 = 268 points; by the average of 117,011 it would be 267.
  t.equal(moneyOf(floor.account, floor.book, floor.prices).profit, 268_00)
  t.equal(positionValue(floor.account, heldIn(floor), floor.book, floor.prices).profit, 268_00)
  t.equal(done(floor.close(id)).deal.profit, 268_00)
  t.equal(floor.account.balance, 10268_00)
  floor.settle()
})

t.test('at the open price the rest alone is the gain or loss, and converts as one', async (t) => {
  for (const [first, second, rest, whole, half] of [
    // 10 JPY less were paid than 0.2 lot at 150.001: a gain at one over the ask, 3.33 cents.
    ['150.000', '150.001', -10_000_000, 3, 2],
    // 10 JPY more than 0.3 lot at 150.000: a loss at one over the bid, 6.67 cents.
    ['150.001', '150.000', 10_000_000, -7, -3],
  ] as const) {
    const floor = netting('10000')
    floor.prices.set('USDJPY', first, first)
    positionOf(floor.open('USDJPY', 'buy', '0.1'))
    floor.prices.set('USDJPY', second, second)
    positionOf(floor.open('USDJPY', 'buy', rest < 0 ? '0.1' : '0.2'))
    const { priceOpen, openRest, volume } = heldIn(floor)
    t.equal(openRest, rest)
    floor.prices.set('USDJPY', second, '300.000')
    const value = positionValue(floor.account, heldIn(floor), floor.book, floor.prices)
    t.match(value, { price: priceOpen, profit: whole })
    t.equal(moneyOf(floor.account, floor.book, floor.prices).profit, whole)
    const lots = String(volume / 2 / LOT)
    t.equal(done(floor.open('USDJPY', 'sell', lots)).deal.profit, half)
    floor.settle()
  }
})

t.test('the margin rate is the average by volume, rounded to 12 digits', async (t) => {
  const floor = netting('10000')
  positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.prices.set('EURUSD', '1.17001', '1.17011')
  positionOf(floor.open('EURUSD', 'buy', '2'))
  t.equal(heldIn(floor).rateMargin, 1_170_106_666_667n)
  const margin = accountMargin(
    floor.account,
    floor.book,
    groupIn(floor.book, NETTING),
    floor.prices,
  )
  t.equal(margin, 3510_32, '3,000 EUR at 1.170106666667')
  floor.settle()
})

t.test('a smaller order of the other side realises profit and swap by volume', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '3', { stopLoss: '1.16', takeProfit: '1.18' }))
  floor.rollOver(id, '-10.00')
  floor.prices.set('EURUSD', '1.17110', '1.17120')
  const { order, deal, row } = done(floor.open('EURUSD', 'sell', '1', { stopLoss: '1.19' }))
  t.match(order, { side: -1, positionId: id })
  t.match(deal, { entry: 'out', side: -1, volume: LOT, price: 117_110, positionId: id })
  t.match(deal, { profit: 100_00, swap: -3_33, volumeClosed: 0 })
  t.match(row, { id, side: 1, volume: 2 * LOT, priceOpen: 117_010, swap: -6_67, closedAt: 0 })
  t.match(row, { stopLoss: 116_000, takeProfit: 118_000 }, 'it leaves the stops as they are')
  t.equal(floor.account.balance, 10000_00 + 100_00 - 3_33)
  floor.settle()
})

t.test('the rest of an average leaves by volume, and all of it with the last part', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  floor.prices.set('EURUSD', '1.17001', '1.17011')
  positionOf(floor.open('EURUSD', 'buy', '2'))
  floor.prices.set('EURUSD', '1.17100', '1.17110')
  const profits: number[] = []
  const rests = [heldIn(floor).openRest]
  for (const lots of ['0.1', '0.7', '0.7']) {
    profits.push(done(floor.close(id, lots)).deal.profit)
    rests.push(heldIn(floor).openRest)
    t.equal(heldIn(floor).priceOpen, 117_011, 'the average stays')
  }
  // A third of a point for each lot: 0.1 lot takes 3,333,333.3 of it.
  t.same(rests, [-100_000_000, -96_666_667, -73_333_334, -50_000_000])
  profits.push(done(floor.close(id)).deal.profit)
  // 89 1/3 points a lot: 8.933, 62.533, 62.533 and 134.
  t.same(profits, [8_93, 62_53, 62_53, 134_00])
  t.equal(floor.account.positions.size, 0)
  floor.settle()
})

t.test('an opposite order of the same size closes it, and the next opens a new one', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'sell', '0.5', { stopLoss: '1.18' }))
  const { deal, row } = done(floor.open('EURUSD', 'buy', '0.5', { stopLoss: '1.16' }))
  t.match(deal, { entry: 'out', positionId: id, profit: -5_00 })
  t.match(row, { id, volume: 0, closedAt: floor.now, priceClose: 117_010 })
  t.equal(floor.account.positions.size, 0)
  const next = done(floor.open('EURUSD', 'buy', '0.5'))
  t.match(next.deal, { entry: 'in', positionId: next.order.id })
  t.match(next.row, { stopLoss: 0, version: 1 })
  floor.settle()
})

t.test('a larger one reverses it in one deal: same id, all else is the order’s', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '2', { stopLoss: '1.16', comment: 'long' }))
  floor.rollOver(id, '-7.01')
  floor.now += 60_000
  floor.prices.set('EURUSD', '1.17110', '1.17120')
  const asked = { takeProfit: '1.17', trailingPts: 50, comment: 'short', reason: 'api' } as const
  const { order, deal, row } = done(floor.open('EURUSD', 'sell', '5', asked))
  t.equal(floor.records.at(-1)?.events.length, 3, 'an order, a deal and the position')
  t.match(order, { side: -1, volumeInitial: 5 * LOT, positionId: id })
  t.match(deal, { entry: 'inout', side: -1, volume: 5 * LOT, volumeClosed: 2 * LOT })
  t.match(deal, { positionId: id, orderId: order.id, profit: 200_00, swap: -7_01 })
  t.match(row, { id, side: -1, volume: 3 * LOT, priceOpen: 117_110, openRest: 0, swap: 0 })
  t.match(row, { stopLoss: 0, takeProfit: 117_000, trailingPts: 50 })
  t.match(row, { openedAt: floor.now, comment: 'short', reason: 'api', closedAt: 0 })
  t.equal(row.rateMargin, 1_171_100_000_000n, 'a sell at the bid')
  t.equal(floor.account.balance, 10000_00 + 200_00 - 7_01)
  floor.settle()
})

t.test('a reversed position is closed under its id like any other', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  positionOf(floor.open('EURUSD', 'sell', '3'))
  t.match(done(floor.close(id, '0.5')).deal, { entry: 'out', side: 1, profit: -5_00 })
  t.match(done(floor.close(id)).row, { id, side: -1, volume: 0 })
  floor.settle()
})

t.test(
  'stops of the newest order take the place of the position’s; none clears them',
  async (t) => {
    const floor = netting('10000')
    const stops = { stopLoss: '1.16', takeProfit: '1.18', trailingPts: 40 }
    positionOf(floor.open('EURUSD', 'buy', '0.1', stops))
    positionOf(floor.open('EURUSD', 'buy', '0.1', { stopLoss: '1.165' }))
    t.match(heldIn(floor), { stopLoss: 116_500, takeProfit: 0, trailingPts: 0 })
    positionOf(floor.open('EURUSD', 'buy', '0.1'))
    t.match(heldIn(floor), { stopLoss: 0, takeProfit: 0, trailingPts: 0 })
    positionOf(floor.open('EURUSD', 'sell', '0.5', { stopLoss: '1.18' }))
    t.match(heldIn(floor), { side: -1, stopLoss: 118_000 })
    floor.settle()
  },
)

t.test('close_by is for hedging accounts', async (t) => {
  const floor = netting('10000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  const by = { kind: 'close_by', positionId: id, byPositionId: id } as const
  const decision = floor.ask({ ...by, comment: '', reason: 'client', dealer: 0 })
  t.match(decision, { code: 'trade.rejected', message: /Close by works only on hedging accounts/ })
})

t.test('the limit of positions counts those that are new', async (t) => {
  const floor = netting('10000').profile({ group: NETTING, limit_positions: 1 })
  positionOf(floor.open('EURUSD', 'buy', '0.1'))
  t.equal(codeOf(floor.open('XAUUSD', 'buy', '0.1')), 'trade.limit_positions')
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.1')), 'ok', 'adds')
  t.equal(codeOf(floor.open('EURUSD', 'sell', '0.5')), 'ok', 'reverses')
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.3')), 'ok', 'closes')
  t.equal(codeOf(floor.open('XAUUSD', 'buy', '0.1')), 'ok', 'opens, now that there is none')
  floor.settle()
})

t.test(
  'the volume limit is of the position as it will be and the orders of its side',
  async (t) => {
    const floor = netting('100000', { symbols: { EURUSD: { volume_limit: '5' } } })
    positionOf(floor.open('EURUSD', 'buy', '3'))
    t.equal(codeOf(floor.place('EURUSD', 'buy limit', '1', '1.16')), 'ok')
    t.equal(codeOf(floor.open('EURUSD', 'buy', '1.01')), 'trade.limit_volume')
    t.equal(codeOf(floor.open('EURUSD', 'buy', '1')), 'ok', '4 held and 1 to come')
    t.equal(codeOf(floor.open('EURUSD', 'sell', '9.01')), 'trade.limit_volume')
    t.equal(codeOf(floor.place('EURUSD', 'sell limit', '9.01', '1.18')), 'trade.limit_volume')
    t.equal(codeOf(floor.place('EURUSD', 'sell limit', '2', '1.18')), 'ok')
    t.equal(codeOf(floor.place('EURUSD', 'sell limit', '7.01', '1.18')), 'trade.limit_volume')
    t.equal(codeOf(floor.open('EURUSD', 'sell', '7.01')), 'trade.limit_volume')
    t.equal(codeOf(floor.open('EURUSD', 'sell', '7')), 'ok', 'short 3 and 2 to come')
    t.match(heldIn(floor), { side: -1, volume: 3 * LOT })
    floor.settle()
  },
)

t.test('an order that only takes away is never too much for the volume limit', async (t) => {
  const floor = netting('100000')
  positionOf(floor.open('EURUSD', 'buy', '3'))
  t.equal(codeOf(floor.place('EURUSD', 'sell limit', '4', '1.18')), 'ok')
  floor.book = givenBook({ symbols: { EURUSD: { volume_limit: '1' } } })
  t.equal(codeOf(floor.open('EURUSD', 'sell', '3')), 'ok')
  floor.settle()
})

t.test('a symbol that may not be opened may be closed by an order', async (t) => {
  for (const [access, sell, more] of [
    ['close_only', 'trade.close_only', 'trade.close_only'],
    ['long_only', 'trade.long_only', 'ok'],
    ['disabled', 'trade.disabled', 'trade.disabled'],
  ] as const) {
    const floor = netting('10000')
    positionOf(floor.open('EURUSD', 'buy', '1'))
    floor.book = givenBook({ symbols: { EURUSD: { trade_access: access } } })
    t.equal(codeOf(floor.open('EURUSD', 'sell', '1.01')), sell, `${access}: a reversal`)
    t.equal(codeOf(floor.open('EURUSD', 'buy', '0.1')), more, `${access}: more`)
    const closing = access === 'disabled' ? 'trade.disabled' : 'ok'
    t.equal(codeOf(floor.open('EURUSD', 'sell', '0.4')), closing, `${access}: less`)
    floor.settle()
  }
})

t.test('orders that rest take from what is held together, and need no access for it', async (t) => {
  const floor = netting('100000')
  positionOf(floor.open('EURUSD', 'buy', '3'))
  const first = orderOf(floor.place('EURUSD', 'sell limit', '2', '1.18'))
  floor.book = givenBook({ symbols: { EURUSD: { volume_limit: '1' } } })
  t.equal(codeOf(floor.place('EURUSD', 'sell stop', '2.01', '1.16')), 'trade.limit_volume')
  t.equal(codeOf(floor.place('EURUSD', 'sell stop', '2', '1.16')), 'ok', 'to 1 the other way')
  t.equal(codeOf(floor.place('EURUSD', 'buy limit', '0.01', '1.16')), 'trade.limit_volume')
  for (const [access, sell, reverse, buy] of [
    ['close_only', 'ok', 'trade.close_only', 'trade.close_only'],
    ['long_only', 'ok', 'trade.long_only', 'ok'],
    ['short_only', 'ok', 'ok', 'trade.short_only'],
    ['disabled', 'trade.disabled', 'trade.disabled', 'trade.disabled'],
  ] as const) {
    floor.book = givenBook({ symbols: { EURUSD: { trade_access: access } } })
    t.equal(codeOf(floor.place('EURUSD', 'sell limit', '3', '1.19')), sell, access)
    t.equal(codeOf(floor.place('EURUSD', 'sell limit', '3.01', '1.19')), reverse, access)
    t.equal(codeOf(floor.place('EURUSD', 'buy limit', '0.1', '1.15')), buy, access)
    t.equal(codeOf(floor.change(first, { comment: access })), sell, `${access}: a change`)
  }
  floor.settle()
})

t.test('what the freeze level holds is not closed or changed by an order either', async (t) => {
  const floor = netting('10000', { symbols: { EURUSD: { freeze_level_pts: 20 } } })
  positionOf(floor.open('EURUSD', 'buy', '1', { stopLoss: '1.16980' }))
  t.equal(codeOf(floor.open('EURUSD', 'sell', '0.5')), 'trade.frozen')
  t.equal(codeOf(floor.open('EURUSD', 'sell', '2')), 'trade.frozen')
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.5')), 'trade.frozen', 'it would clear the stop')
  const same = { stopLoss: '1.16980' }
  const other = { ...same, takeProfit: '1.19' }
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.5', other)), 'trade.frozen', 'one of two is other')
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.5', same)), 'ok', 'the same stops change nothing')
  t.equal(codeOf(floor.open('EURUSD', 'sell', '0.5', { dealer: 7 })), 'ok', 'staff may')
  floor.prices.set('EURUSD', '1.17001', '1.17011')
  t.equal(codeOf(floor.open('EURUSD', 'sell', '0.5')), 'ok', '21 points away')
  floor.settle()
})

t.test(
  'an order that waits reserves what it opens, and nothing where it only closes',
  async (t) => {
    const floor = netting('100000')
    const id = positionOf(floor.open('EURGBP', 'buy', '2'))
    const waiting = (side: 1 | -1, lots: number) => {
      const terms = { kind: 'open', symbol: 'EURGBP', side, volume: lots * LOT } as const
      const request = { ...terms, ...PLAIN_OPEN }
      const through = decideTrade(floor.context(), floor.account, request)
      if (isHeldUp(through)) throw new Error(`held up: ${JSON.stringify(through)}`)
      return startedOrder(floor.context(), floor.account, request, through, 900, 0)
    }
    t.match(waiting(1, 1), {
      id: 900,
      state: 'started',
      positionId: 0,
      rateMargin: rateOf('1.1701'),
    })
    t.match(waiting(-1, 3), { positionId: 0, rateMargin: rateOf('1.17') })
    t.match(waiting(-1, 2), { positionId: id, rateMargin: 0n })
    floor.prices.remove('EURUSD')
    t.match(waiting(-1, 1), { positionId: id, rateMargin: 0n }, 'also without a price for margin')
    floor.settle()
  },
)

t.test('money: the same side adds the order’s margin to the position’s', async (t) => {
  // 1,170.10 held, as much for the order, and 10.00 lost to the spread.
  for (const [deposit, code] of [
    ['2350.20', 'ok'],
    ['2350.19', 'trade.no_money'],
  ] as const) {
    const floor = netting(deposit)
    positionOf(floor.open('EURUSD', 'buy', '1'))
    t.equal(codeOf(floor.open('EURUSD', 'buy', '1')), code)
    floor.settle()
  }
})

t.test('money: an order up to the position’s volume needs none', async (t) => {
  const floor = netting('1170.10')
  positionOf(floor.open('EURUSD', 'buy', '1'))
  t.equal(codeOf(floor.open('EURUSD', 'sell', '0.4')), 'ok')
  t.equal(codeOf(floor.open('EURUSD', 'sell', '0.6')), 'ok')
  t.equal(floor.account.balance, 1160_10)
  floor.settle()
})

t.test('money: a reversal needs the order’s margin or the position’s, the larger', async (t) => {
  // Selling 2 lots at 1.17000 needs 2,340.00, and 10.00 are lost.
  for (const [deposit, code] of [
    ['2350.00', 'ok'],
    ['2349.99', 'trade.no_money'],
  ] as const) {
    const floor = netting(deposit)
    positionOf(floor.open('EURUSD', 'buy', '1'))
    t.equal(codeOf(floor.open('EURUSD', 'sell', '2')), code)
    floor.settle()
  }
  const rates = [
    { kind: 'buy', initial: '2', maintenance: '2' },
    { kind: 'sell', initial: '1', maintenance: '1' },
  ] as const
  const floor = netting('2340.20', { symbols: { EURUSD: { margin_rates: rates } } })
  positionOf(floor.open('EURUSD', 'buy', '1'))
  t.equal(codeOf(floor.open('EURUSD', 'sell', '1.9')), 'ok', '2,223.00 is below what is held')
  floor.settle()
})

t.test('money: a side is its position and limits; stops are added', async (t) => {
  const margin = (floor: Floor) => {
    return accountMargin(floor.account, floor.book, groupIn(floor.book, NETTING), floor.prices)
  }
  const floor = netting('100000')
  positionOf(floor.open('EURUSD', 'buy', '2'))
  t.equal(margin(floor), 2340_20)
  positionOf(floor.place('EURUSD', 'sell limit', '2', '1.18'))
  t.equal(margin(floor), 2340_20, 'limits against it cost nothing up to its volume')
  positionOf(floor.place('EURUSD', 'sell limit', '1', '1.18'))
  t.equal(margin(floor), 3510_00, 'beyond it their side is the larger: 3 lots at 1.17000')
  positionOf(floor.place('EURUSD', 'buy limit', '1', '1.16'))
  t.equal(margin(floor), 3510_30, 'the own side is larger again: 3 lots at 1.17010')
  positionOf(floor.place('EURUSD', 'sell stop', '1', '1.16'))
  t.equal(margin(floor), 3510_30 + 1170_00)
  const before = floor.account.balance
  const done = floor.open('EURUSD', 'sell', '2')
  t.equal(codeOf(done), 'ok')
  t.equal(margin(floor), 3510_00 + 1170_00, 'sells of 3 and the stop; buys of 1 stand against them')
  t.equal(floor.account.balance, before - 20_00)
  floor.settle()
})

t.test('what a reversal realises is in the balance before its margin is looked at', async (t) => {
  const given = (free_margin_mode: 'use_all' | 'use_profit' | 'use_loss' | 'balance_only') => {
    const floor = netting('2000', { groups: { [NETTING]: { free_margin_mode } } })
    positionOf(floor.open('EURUSD', 'buy', '1'))
    return floor
  }
  // A loss of 1,010.00 leaves 990.00, and an order of 1.5 lots is charged 1,740.00.
  for (const mode of ['use_all', 'use_profit', 'use_loss', 'balance_only'] as const) {
    const floor = given(mode)
    floor.prices.set('EURUSD', '1.16000', '1.16010')
    t.equal(codeOf(floor.open('EURUSD', 'sell', '1.5')), 'trade.no_money', mode)
    t.equal(codeOf(floor.open('EURUSD', 'sell', '1')), 'ok', 'a close needs none')
    floor.settle()
  }
  // A gain of 1,989.90 makes it 3,989.90: 3.3 lots are charged 3,927.00, and 3.4 lots 4,046.00.
  for (const mode of ['use_all', 'use_profit', 'use_loss', 'balance_only'] as const) {
    const floor = given(mode)
    floor.prices.set('EURUSD', '1.19000', '1.19010')
    t.equal(codeOf(floor.open('EURUSD', 'sell', '3.4')), 'trade.no_money', mode)
    t.equal(codeOf(floor.open('EURUSD', 'sell', '3.3')), 'ok', mode)
    floor.settle()
  }
  // A night that cost 100.00 leaves 3,889.90 of it: 3.2 lots are charged 3,808.00.
  for (const mode of ['use_all', 'use_profit', 'use_loss', 'balance_only'] as const) {
    const floor = given(mode)
    floor.rollOver(heldIn(floor).id, '-100.00')
    floor.prices.set('EURUSD', '1.19000', '1.19010')
    t.equal(codeOf(floor.open('EURUSD', 'sell', '3.3')), 'trade.no_money', mode)
    t.equal(codeOf(floor.open('EURUSD', 'sell', '3.2')), 'ok', mode)
    floor.settle()
  }
})

t.test(
  'money: what reverses waits for the price of its profit, what adds without margin does not',
  async (t) => {
    const margin_rates = [{ kind: 'buy', initial: '0', maintenance: '0' }] as const
    const floor = netting('10000', { symbols: { EURGBP: { margin_rates } } })
    const id = positionOf(floor.open('EURGBP', 'buy', '1'))
    floor.prices.remove('GBPUSD')
    t.match(floor.open('EURGBP', 'sell', '2'), {
      code: 'trade.off_quotes',
      message: /convert GBP to USD/,
    })
    t.equal(positionOf(floor.open('EURGBP', 'buy', '1')), id)
    t.match(heldIn(floor), { side: 1, volume: 2 * LOT })
    floor.settle()
  },
)

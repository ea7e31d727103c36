import t from 'tap'
import { PLAIN_TERMS } from '../../../../engine/account/event.js'
import type { Position } from '../../../../engine/account/holdings/position.js'
import {
  type DealFigures,
  dealRow,
  filledOrder,
  type MarketOrder,
  positionRow,
} from '../../../../engine/account/rules/rows.js'
import { givenBook, symbolIn } from '../../../given/book.js'

const ORDER: MarketOrder = {
  symbol: symbolIn(givenBook(), 'EURGBP'),
  side: -1,
  volume: 30,
  price: 86_650,
  reason: 'sl',
  comment: 'word',
  dealer: 5,
  deviationPts: 6,
  filling: 'ioc',
  ruleId: 4,
  priceAsked: 86_640,
  source: { clientOrderId: 'mine', session: 'web 7' },
}

t.test('the row of a market order that is filled has what was asked for, and nothing else', (t) => {
  const row = {
    ...PLAIN_TERMS,
    type: 'order',
    id: 7,
    symbolId: 4,
    side: -1,
    kind: 'market',
    state: 'filled',
    volumeInitial: 30,
    volumeCurrent: 0,
    price: 86_650,
    positionId: 8,
    reason: 'sl',
    comment: 'word',
    createdAt: 99,
    doneAt: 99,
    deviationPts: 6,
    filling: 'ioc',
    dealer: 5,
    clientOrderId: 'mine',
    session: 'web 7',
    ruleId: 4,
    priceAsked: 86_640,
  }
  t.strictSame(filledOrder(7, ORDER, 8, 99), row)
  const terms = { stopLoss: 1, takeProfit: 2, trailingPts: 3, byPositionId: 4 }
  t.strictSame(filledOrder(7, ORDER, 8, 99, terms), { ...row, ...terms })
  const { source: _, ...own } = ORDER
  t.strictSame(filledOrder(7, own, 8, 99), { ...row, clientOrderId: '', session: '' })
  t.end()
})

t.test('the row of a deal has its order’s terms and its own figures', (t) => {
  const figures: DealFigures = {
    id: 1,
    orderId: 2,
    positionId: 3,
    entry: 'inout',
    profit: 4,
    swap: 5,
    commission: -6,
    commissionDue: -7,
    rateProfit: 8n,
    volumeClosed: 9,
    quote: { bid: 10, ask: 11, at: 12 },
  }
  const row = {
    type: 'deal',
    id: 1,
    orderId: 2,
    positionId: 3,
    symbolId: 4,
    entry: 'inout',
    action: 'sell',
    side: -1,
    volume: 30,
    price: 86_650,
    bid: 10,
    ask: 11,
    profit: 4,
    swap: 5,
    commission: -6,
    fee: 0,
    credit: 0,
    rateProfit: 8n,
    reason: 'sl',
    comment: 'word',
    at: 99,
    volumeClosed: 9,
    commissionDue: -7,
    dealer: 5,
    externalId: '',
    clientOrderId: 'mine',
  }
  t.strictSame(dealRow(ORDER, figures, 99), row)
  const { volumeClosed: _, ...opens } = figures
  const { source: __, ...own } = ORDER
  t.strictSame(dealRow({ ...own, side: 1 }, opens, 99), {
    ...row,
    side: 1,
    action: 'buy',
    volumeClosed: 0,
    clientOrderId: '',
  })
  t.end()
})

t.test('a position’s row is one version on, with what changes and all that does not', (t) => {
  const position: Position = {
    id: 1,
    symbolId: 2,
    side: 1,
    volume: 3,
    priceOpen: 4,
    rateMargin: 5n,
    swap: 6,
    openedAt: 7,
    reason: 'client',
    comment: 'word',
    version: 8,
    stopLoss: 9,
    takeProfit: 10,
    trailingPts: 11,
    openRest: 12,
    dealer: 13,
  }
  const row = { ...position, type: 'position', version: 9, priceClose: 0, closedAt: 0 }
  t.strictSame(positionRow(position, {}), row)
  const change: Parameters<typeof positionRow>[1] = {
    side: -1,
    volume: 0,
    priceOpen: 24,
    priceClose: 25,
    rateMargin: 0n,
    swap: 0,
    openedAt: 26,
    closedAt: 27,
    reason: 'tp',
    comment: '',
    stopLoss: 0,
    takeProfit: 0,
    trailingPts: 0,
    openRest: 0,
    dealer: 0,
  }
  t.strictSame(positionRow(position, change), { ...row, ...change })
  t.end()
})

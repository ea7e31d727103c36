import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import type {
  CorrectionEvent,
  DayEvent,
  DealEvent,
  NightEvent,
  OrderEvent,
  PositionEvent,
  RestatementEvent,
  RestoredPositionEvent,
  StandingEvent,
} from '../../../engine/account/event.js'
import { marginLevel } from '../../../engine/account/money/money.js'
import type { FrameWriter } from '../../../wire/frame/frame-writer.js'
import {
  writeDay,
  writeNight,
  writeRestatement,
  writeStanding,
} from '../../../wire/trade/standing-views.js'
import {
  moneyText,
  writeDeal,
  writeOrder,
  writePosition,
  writeTradeAnswer,
} from '../../../wire/trade/views.js'
import { givenBook, symbolIn } from '../../given/book.js'
import {
  decimalText,
  wellFormed,
  wholes,
  writtenAsJson,
  writtenAsMsgpack,
} from '../frame/any-frame.js'
import { anyRecord } from '../record/any-record.js'

const BOOK = givenBook()
const GOLD = symbolIn(BOOK, 'XAUUSD')
const timeOf = (at: number) => new Date(at % 4e12).toISOString()
const timeOrNone = (at: number) => (at === 0 ? null : timeOf(at))
const lots = (volume: number) => decimalText(volume, 8).replace(/\.?0+$/, '')
const sideOf = (side: number) => (side === 1 ? 'buy' : 'sell')

const events = anyRecord.chain(({ events }) => fc.constantFrom(...events, undefined))

/** Both codecs must read as `means`, so that no count of fields is wrong. */
function check(write: (w: FrameWriter) => void, means: unknown): void {
  deepEqual(writtenAsJson(write), means)
  deepEqual(writtenAsMsgpack(write), wellFormed(means))
}

t.test('orders, deals and positions read the same in both codecs, field by field', (t) => {
  let seen = 0
  fc.assert(
    fc.property(events, fc.maxSafeNat(), (event, seq) => {
      if (event === undefined) return
      seen++
      if (event.type === 'order') checkOrder(event)
      else if (event.type === 'deal') checkDeal(event, seq)
      else if (event.type === 'restored_deal') checkDeal(event, event.seq)
      else if (event.type === 'restatement') checkRestatement(event)
      else if (event.type === 'standing') checkStanding(event)
      else if (event.type === 'day') checkDay(event)
      else if (event.type === 'night') checkNight(event)
      else checkPosition(event)
    }),
    { numRuns: 500 },
  )
  t.ok(seen > 150)
  t.end()
})

function checkOrder(random: OrderEvent): void {
  const createdAt = random.createdAt % 4e12
  const [expiresAt, activatedAt] = [random.expiresAt % 4e12, random.activatedAt % 4e12]
  const doneAt = random.doneAt % 2 === 0 ? createdAt : 0
  const order = { ...random, createdAt, doneAt, expiresAt, activatedAt }
  const terms = {
    deviation_pts: order.deviationPts,
    filling: order.filling,
    expiration: order.expiration,
    expires_at: timeOrNone(expiresAt),
    activated_at: timeOrNone(activatedAt),
    by_position_id: order.byPositionId,
    oco_order_id: order.ocoOrderId,
    version: order.version,
  }
  const isAtOnce = order.kind === 'market' && doneAt !== 0
  const isPlain = isAtOnce && order.deviationPts === 0 && order.filling === ''
  check((w) => writeOrder(w, 7, order, GOLD), {
    id: order.id,
    login: 7,
    symbol: 'XAUUSD',
    kind: order.kind,
    side: sideOf(order.side),
    state: order.state,
    volume_initial: lots(order.volumeInitial),
    volume_current: lots(order.volumeCurrent),
    price: decimalText(order.price, 2),
    trigger_price: decimalText(order.triggerPrice, 2),
    ...protectionOf(order),
    position_id: order.positionId,
    reason: order.reason,
    comment: order.comment,
    digits: 2,
    contract_size: '100',
    created_at: timeOf(createdAt),
    done_at: timeOrNone(doneAt),
    ...(isPlain ? {} : terms),
  })
}

function checkDeal(random: Omit<DealEvent, 'type'>, seq: number): void {
  const deal = { ...random, at: random.at % 4e12 }
  const money = {
    id: deal.id,
    login: 7,
    entry: deal.entry,
    action: deal.action,
    profit: decimalText(deal.profit, 3),
    swap: decimalText(deal.swap, 3),
    commission: decimalText(deal.commission, 3),
    fee: decimalText(deal.fee, 3),
    credit: decimalText(deal.credit, 3),
    comment: deal.comment,
    at: timeOf(deal.at),
    seq: String(seq),
  }
  check((w) => writeDeal(w, 7, seq, deal, undefined, 3), money)
  check((w) => writeDeal(w, 7, seq, deal, GOLD, 3), {
    ...money,
    order_id: deal.orderId,
    position_id: deal.positionId,
    symbol: 'XAUUSD',
    side: sideOf(deal.side),
    volume: lots(deal.volume),
    price: decimalText(deal.price, 2),
    reason: deal.reason,
    digits: 2,
  })
}

function checkPosition(random: PositionEvent | CorrectionEvent | RestoredPositionEvent): void {
  const position = { ...random, openedAt: random.openedAt % 4e12 }
  const open = {
    id: position.id,
    login: 7,
    symbol: 'XAUUSD',
    side: sideOf(position.side),
    volume: lots(position.volume),
    price_open: decimalText(position.priceOpen, 2),
    ...protectionOf(position),
    swap: decimalText(position.swap, 0),
    reason: position.reason,
    comment: position.comment,
    digits: 2,
    contract_size: '100',
    opened_at: timeOf(position.openedAt),
    version: position.version,
  }
  check((w) => writePosition(w, 7, position, GOLD, 0, undefined), open)
  const closed = { price: position.priceClose, at: position.openedAt }
  check((w) => writePosition(w, 7, position, GOLD, 0, closed), {
    ...open,
    price_close: decimalText(position.priceClose, 2),
    closed_at: timeOf(position.openedAt),
  })
}

function protectionOf(row: Pick<PositionEvent, 'stopLoss' | 'takeProfit' | 'trailingPts'>) {
  return {
    stop_loss: decimalText(row.stopLoss, 2),
    take_profit: decimalText(row.takeProfit, 2),
    trailing_pts: row.trailingPts,
  }
}

function checkStanding(random: StandingEvent): void {
  const { equity, entered, orderId, positionId } = random
  const margin = Math.abs(random.margin) % 1e9
  const event = { ...random, equity: equity % 1e9, margin, at: random.at % 4e12 }
  const level = margin === 0 ? null : decimalText(marginLevel(event.equity, margin), 2)
  check((w) => writeStanding(w, event, 2), {
    level,
    equity: decimalText(event.equity, 2),
    margin: decimalText(margin, 2),
    entered,
    order_id: orderId === 0 ? null : orderId,
    position_id: positionId === 0 ? null : positionId,
    at: timeOf(event.at),
  })
}

function checkRestatement(random: RestatementEvent): void {
  const event = { ...random, at: random.at % 4e12 }
  check((w) => writeRestatement(w, 7, event, 2), {
    login: 7,
    deal_id: event.dealId,
    balance: decimalText(event.balance, 2),
    credit: decimalText(event.credit, 2),
    commission: decimalText(event.commissionDue, 2),
    at: timeOf(event.at),
  })
}

function checkDay(random: DayEvent): void {
  const event = { ...random, day: random.day % 100_000, at: random.at % 4e12 }
  const valued = (value: number) => (event.isValued ? decimalText(value, 2) : null)
  check((w) => writeDay(w, 7, event, 2), {
    login: 7,
    date: new Date(event.day * 86_400_000).toISOString().slice(0, 10),
    balance: decimalText(event.balance, 2),
    credit: decimalText(event.credit, 2),
    swap: decimalText(event.swap, 2),
    equity: valued(event.equity),
    margin: valued(event.margin),
    margin_free: valued(event.marginFree),
    profit: valued(event.profit),
    at: timeOf(event.at),
  })
}

function checkNight(random: NightEvent): void {
  const event = { ...random, day: random.day % 100_000, at: random.at % 4e12 }
  check((w) => writeNight(w, 7, event), {
    login: 7,
    date: new Date(event.day * 86_400_000).toISOString().slice(0, 10),
    positions: event.positions,
    at: timeOf(event.at),
  })
}

t.test('money tells null for what needs a price that is not there', (t) => {
  fc.assert(
    fc.property(
      wholes,
      fc.option(wholes),
      fc.option(wholes),
      fc.option(wholes),
      (a, b, profit, level) => {
        const money = {
          balance: a,
          credit: a,
          swap: a,
          commission: a,
          margin: b,
          profit,
          equity: profit,
          marginFree: profit,
          marginLevel: level,
        }
        const text = (value: number | null) => (value === null ? null : decimalText(value, 2))
        deepEqual(JSON.parse(moneyText(money, 2, 9, 0)), {
          balance: text(a),
          credit: text(a),
          equity: text(profit),
          margin: text(b),
          margin_free: text(profit),
          margin_level: text(level),
          profit: text(profit),
          swap: text(a),
          commission: text(a),
          seq: '9',
          at: '1970-01-01T00:00:00.000Z',
        })
      },
    ),
    { numRuns: 300 },
  )
  t.end()
})

t.test('an answer to a trade carries its ids, its figures and both sequences', (t) => {
  const answer = {
    orderId: 5,
    dealId: 6,
    positionId: 2 ** 40,
    volume: 1_000_000,
    price: 117_000,
    bid: 117_000,
    ask: 117_010,
    digits: 5,
    seq: 12,
    projectionSeq: 2 ** 50,
  }
  check((w) => writeTradeAnswer(w, answer), {
    order_id: 5,
    deal_id: 6,
    position_id: 2 ** 40,
    volume: '0.01',
    price: '1.17000',
    bid: '1.17000',
    ask: '1.17010',
    seq: '12',
    projection_seq: String(2 ** 50),
  })
  t.end()
})

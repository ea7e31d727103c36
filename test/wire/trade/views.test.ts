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
import { rowHolder, rowSymbol } from '../../../wire/row/row-facts.js'
import { DEAL_ROW, ORDER_ROW, POSITION_ROW, TRADE_ANSWER_ROW } from '../../../wire/row/rows.js'
import {
  writeDay,
  writeNight,
  writeRestatement,
  writeStanding,
} from '../../../wire/trade/standing-views.js'
import { moneyText } from '../../../wire/trade/views.js'
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
const GOLD = rowSymbol(symbolIn(BOOK, 'XAUUSD'), 1)
const HOLDER = rowHolder(7, 'demo\\standard', 3)
const IN_GOLD = { symbol: 'XAUUSD', digits: 2, contract_size: '100' }
const ORIGIN_OF_SYSTEM = ['system', 'sl', 'tp', 'stop_out', 'activation', 'expiration', 'rollover']
const timeOf = (at: number) => new Date(at % 4e12).toISOString()
const timeOrNone = (at: number) => (at === 0 ? null : timeOf(at))
const lots = (volume: number) => decimalText(volume, 8).replace(/\.?0+$/, '')
const numberOrNone = (value: number) => (value === 0 ? null : value)
const textOrNone = (text: string) => (text === '' ? null : text)
const goldOrNone = (price: number) => (price === 0 ? null : decimalText(price, 2))
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

function originOf({ reason, dealer }: { readonly reason: string; readonly dealer: number }) {
  if (reason === 'client') return { kind: 'terminal', by: 7 }
  if (reason === 'api') return { kind: 'api', by: 7 }
  const by = dealer === 0 ? null : dealer
  if (ORIGIN_OF_SYSTEM.includes(reason)) return { kind: 'system', by }
  return { kind: reason === 'gateway' ? 'gateway' : 'dealer', by }
}

type Row = Readonly<Record<string, unknown>>

/** A whole row says what the event leaves out. */
function checkRow(
  event: (w: FrameWriter) => void,
  stored: (w: FrameWriter) => void,
  means: Row,
): void {
  const told = Object.entries(means).filter(([, value]) => value !== null)
  check(event, Object.fromEntries(told))
  check(stored, means)
}

function checkOrder(random: OrderEvent): void {
  const createdAt = random.createdAt % 4e12
  const [expiresAt, activatedAt] = [random.expiresAt % 4e12, random.activatedAt % 4e12]
  const doneAt = random.doneAt % 2 === 0 ? createdAt : 0
  const order = { ...random, createdAt, doneAt, expiresAt, activatedAt }
  const kept = {
    id: order.id,
    login: 7,
    group: 'demo\\standard',
    ...IN_GOLD,
    kind: order.kind,
    side: sideOf(order.side),
    state: order.state,
    volume_initial: lots(order.volumeInitial),
    volume_current: lots(order.volumeCurrent),
    price: goldOrNone(order.price),
    trigger_price: goldOrNone(order.triggerPrice),
    ...protectionOf(order),
    deviation_pts: numberOrNone(order.deviationPts),
    filling: textOrNone(order.filling),
    expiration: order.expiration,
    expires_at: timeOrNone(expiresAt),
    position_id: numberOrNone(order.positionId),
    by_position_id: numberOrNone(order.byPositionId),
    oco_order_id: numberOrNone(order.ocoOrderId),
    created_at: timeOf(createdAt),
    activated_at: timeOrNone(activatedAt),
    done_at: timeOrNone(doneAt),
    reason: order.reason,
    origin: originOf(order),
    dealer: numberOrNone(order.dealer),
    external_id: textOrNone(order.externalId),
    client_order_id: textOrNone(order.clientOrderId),
    session: textOrNone(order.session),
    comment: textOrNone(order.comment),
    version: order.version,
  }
  const { event, stored, listed, figures } = ORDER_ROW
  checkRow(
    (w) => event(w, order, HOLDER, GOLD, undefined),
    (w) => stored(w, order, HOLDER, GOLD, undefined),
    kept,
  )
  const live = { price_current: '19.00' }
  check((w) => listed(w, order, HOLDER, GOLD, { price: 1900 }), { ...kept, ...live })
  check((w) => figures(w, undefined, HOLDER, GOLD, { price: 1900 }), live)
  check((w) => figures(w, undefined, HOLDER, GOLD, { price: null }), { price_current: null })
}

function checkDeal(random: Omit<DealEvent, 'type'>, seq: number): void {
  const deal = { ...random, at: random.at % 4e12 }
  const money = {
    id: deal.id,
    order_id: numberOrNone(deal.orderId),
    position_id: numberOrNone(deal.positionId),
    login: 7,
    group: 'demo\\standard',
    entry: deal.entry,
    action: deal.action,
    side: deal.side === 0 ? null : sideOf(deal.side),
    profit: decimalText(deal.profit, 3),
    swap: decimalText(deal.swap, 3),
    commission: decimalText(deal.commission, 3),
    fee: decimalText(deal.fee, 3),
    credit: decimalText(deal.credit, 3),
    reason: deal.reason,
    origin: originOf(deal),
    dealer: numberOrNone(deal.dealer),
    client_order_id: textOrNone(deal.clientOrderId),
    comment: textOrNone(deal.comment),
    at: timeOf(deal.at),
    seq: String(seq),
  }
  const none = { symbol: null, digits: null, contract_size: null, volume: null, price: null }
  const traded = { ...IN_GOLD, volume: lots(deal.volume), price: decimalText(deal.price, 2) }
  for (const [symbol, more] of [[undefined, none] as const, [GOLD, traded] as const]) {
    checkRow(
      (w) => DEAL_ROW.event(w, deal, HOLDER, symbol, seq),
      (w) => DEAL_ROW.stored(w, deal, HOLDER, symbol, seq),
      { ...money, ...more },
    )
  }
}

function checkPosition(random: PositionEvent | CorrectionEvent | RestoredPositionEvent): void {
  for (const closedAt of [0, random.closedAt % 4e12]) {
    const position = { ...random, openedAt: random.openedAt % 4e12, closedAt }
    const kept = {
      id: position.id,
      login: 7,
      group: 'demo\\standard',
      ...IN_GOLD,
      side: sideOf(position.side),
      volume: lots(position.volume),
      price_open: decimalText(position.priceOpen, 2),
      price_close: closedAt === 0 ? null : decimalText(position.priceClose, 2),
      ...protectionOf(position),
      swap: decimalText(position.swap, 3),
      opened_at: timeOf(position.openedAt),
      closed_at: timeOrNone(closedAt),
      reason: position.reason,
      origin: originOf(position),
      dealer: numberOrNone(position.dealer),
      external_id: null,
      comment: textOrNone(position.comment),
      version: position.version,
    }
    checkPositionRow(position, kept)
  }
}

function checkPositionRow(
  position: PositionEvent | CorrectionEvent | RestoredPositionEvent,
  kept: Row,
) {
  const { event, stored, listed, figures } = POSITION_ROW
  checkRow(
    (w) => event(w, position, HOLDER, GOLD, undefined),
    (w) => stored(w, position, HOLDER, GOLD, undefined),
    kept,
  )
  const value = { price: 1900, profit: -5, margin: null, pointValue: 12_500_000 }
  const live = { price_current: '19.00', profit: '-0.005', margin: null, point_value: '0.125' }
  check((w) => listed(w, position, HOLDER, GOLD, value), { ...kept, ...live })
  check((w) => figures(w, undefined, HOLDER, GOLD, value), live)
  // Held positions, and those that tables have, know nothing of an end.
  const { closedAt: _at, priceClose: _price, ...held } = position
  const open = { ...kept, price_close: null, closed_at: null }
  check((w) => stored(w, held, HOLDER, GOLD, undefined), open)
}

function protectionOf(row: Pick<PositionEvent, 'stopLoss' | 'takeProfit' | 'trailingPts'>) {
  return {
    stop_loss: goldOrNone(row.stopLoss),
    take_profit: goldOrNone(row.takeProfit),
    trailing_pts: numberOrNone(row.trailingPts),
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
  check((w) => TRADE_ANSWER_ROW.stored(w, answer, undefined, answer, undefined), {
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
  const none = { ...answer, orderId: 0, dealId: 0, positionId: 0, price: 0, bid: 0, ask: 0 }
  check((w) => TRADE_ANSWER_ROW.stored(w, none, undefined, none, undefined), {
    order_id: null,
    deal_id: null,
    position_id: null,
    volume: '0.01',
    price: null,
    bid: null,
    ask: null,
    seq: '12',
    projection_seq: String(2 ** 50),
  })
  t.end()
})

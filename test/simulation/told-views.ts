import type {
  AccountEvent,
  DayEvent,
  DealEvent,
  NightEvent,
  OrderEvent,
  PositionEvent,
  StandingEvent,
} from '../../engine/account/event.js'
import type { Book } from '../../engine/book/compiled.js'
import { broken, must } from './must.js'
import { nameOf } from './naive-account.js'
import type { NaiveMoney } from './naive-money.js'
import { decimalText, ratio, rounded, shortText, unitsOf } from './naive-ratio.js'

/** What terminals are to hear of each row, written from the contract's lists of fields. */
export type View = Readonly<Record<string, unknown>>

const LOT_DIGITS = 8
const CENTS = 2

export function viewOf(book: Book, login: number, seq: number, event: AccountEvent): View {
  switch (event.type) {
    case 'order':
      return orderView(book, login, event)
    case 'deal':
      return dealView(book, login, seq, event)
    case 'position':
      return positionView(book, login, event)
    case 'day':
      return dayView(login, event)
    case 'standing':
      return standingView(event)
    case 'night':
      return nightView(login, event)
    default:
      throw new Error(`${event.type} events have no view yet`)
  }
}

export function orderView(book: Book, login: number, order: OrderEvent): View {
  const { symbol, digits, contract_size, price } = symbolWords(book, order.symbolId)
  const { id, kind, state, trailingPts, positionId, reason, comment } = order
  const plain = {
    ...{ id, login, symbol, kind, side: sideOf(order.side), state },
    volume_initial: lots(order.volumeInitial),
    volume_current: lots(order.volumeCurrent),
    price: price(order.price),
    trigger_price: price(order.triggerPrice),
    stop_loss: price(order.stopLoss),
    take_profit: price(order.takeProfit),
    trailing_pts: trailingPts,
    position_id: positionId,
    ...{ reason, comment, digits, contract_size },
    created_at: time(order.createdAt),
    done_at: time(order.doneAt),
  }
  const hasTerms = order.deviationPts > 0 || order.filling !== ''
  if (kind === 'market' && !hasTerms) return plain
  return {
    ...plain,
    deviation_pts: order.deviationPts,
    filling: order.filling,
    expiration: order.expiration,
    expires_at: time(order.expiresAt),
    activated_at: time(order.activatedAt),
    by_position_id: order.byPositionId,
    oco_order_id: order.ocoOrderId,
    version: order.version,
  }
}

export function positionView(book: Book, login: number, position: PositionEvent): View {
  const { symbol, digits, contract_size, price } = symbolWords(book, position.symbolId)
  const { id, reason, comment, version } = position
  const open = {
    ...{ id, login, symbol, side: sideOf(position.side), volume: lots(position.volume) },
    price_open: price(position.priceOpen),
    stop_loss: price(position.stopLoss),
    take_profit: price(position.takeProfit),
    trailing_pts: position.trailingPts,
    swap: cents(position.swap),
    ...{ reason, comment, digits, contract_size, opened_at: time(position.openedAt), version },
  }
  if (position.closedAt === 0) return open
  return { ...open, price_close: price(position.priceClose), closed_at: time(position.closedAt) }
}

function dealView(book: Book, login: number, seq: number, deal: DealEvent): View {
  const { id, entry, action, comment, reason } = deal
  const money = {
    ...{ id, login, entry, action, profit: cents(deal.profit), swap: cents(deal.swap) },
    ...{ commission: cents(deal.commission), fee: cents(deal.fee), credit: cents(deal.credit) },
    ...{ comment, at: time(deal.at), seq: String(seq) },
  }
  if (deal.symbolId === 0) return money
  const { symbol, digits, price } = symbolWords(book, deal.symbolId)
  return {
    ...money,
    ...{ order_id: deal.orderId, position_id: deal.positionId, symbol, side: sideOf(deal.side) },
    ...{ volume: lots(deal.volume), price: price(deal.price), reason, digits },
  }
}

function dayView(login: number, row: DayEvent): View {
  const valued = (amount: number): string | null => (row.isValued ? cents(amount) : null)
  return {
    ...{ login, date: new Date(row.day * 86_400_000).toISOString().slice(0, 10) },
    ...{ balance: cents(row.balance), credit: cents(row.credit), swap: cents(row.swap) },
    ...{ equity: valued(row.equity), margin: valued(row.margin) },
    ...{ margin_free: valued(row.marginFree), profit: valued(row.profit), at: time(row.at) },
  }
}

function standingView(event: StandingEvent): View {
  const { equity, margin, entered, orderId, positionId, at } = event
  const level = margin > 0 ? rounded(ratio(BigInt(equity) * 100n, margin), CENTS) : undefined
  return {
    level: level === undefined ? null : decimalText(level, CENTS),
    ...{ equity: cents(equity), margin: cents(margin), entered, at: time(at) },
    ...{ order_id: orderId || null, position_id: positionId || null },
  }
}

function nightView(login: number, { day, positions, at }: NightEvent): View {
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
  return { login, date, positions, at: time(at) }
}

/** What the event of a row is called. */
export function eventName(event: AccountEvent): string {
  if (event.type === 'standing') return event.standing
  return event.type === 'day' ? 'daily' : event.type
}

export function moneyView(money: NaiveMoney): View {
  const amount = (value: number | null): string | null => (value === null ? null : cents(value))
  return {
    balance: amount(money.balance),
    credit: amount(money.credit),
    equity: amount(money.equity),
    margin: amount(money.margin),
    margin_free: amount(money.marginFree),
    margin_level: amount(money.marginLevel),
    profit: amount(money.profit),
    swap: amount(money.swap),
    commission: amount(money.commission),
  }
}

/** What a trade request is answered with: of its deal, or of the order or position that it is about. */
export function answerView(book: Book, events: readonly AccountEvent[]): View {
  const deal = events.find((event) => event.type === 'deal')
  const [first] = events
  must(first !== undefined && 'symbolId' in first, 'what is accepted does something')
  const { price: words } = symbolWords(book, first.symbolId)
  const price = (points: number): string | null => (points === 0 ? null : words(points))
  if (deal !== undefined) {
    return {
      ...{ order_id: deal.orderId, deal_id: deal.id, position_id: deal.positionId },
      ...{ volume: lots(deal.volume), price: price(deal.price) },
      ...{ bid: price(deal.bid), ask: price(deal.ask) },
    }
  }
  const none = { deal_id: 0, bid: null, ask: null }
  if (first.type === 'order') {
    const { id, positionId, volumeInitial } = first
    const found = { order_id: id, position_id: positionId, volume: lots(volumeInitial) }
    return { ...none, ...found, price: price(first.price) }
  }
  return { ...none, order_id: 0, position_id: first.id, volume: lots(first.volume), price: null }
}

/** Throws with the first field that differs. */
export function mustEqual(told: unknown, expected: View, what: string): asserts told is View {
  must(typeof told === 'object' && told !== null, `${what} is told`)
  const row = told as View
  // In words only where it is needed: this is where most of a run's time goes.
  for (const name in expected) {
    if (row[name] !== expected[name])
      broken(`${what}: ${name} is ${expected[name]}, not ${row[name]}`)
  }
  for (const name in row) if (!(name in expected)) broken(`${what}: has no ${name}`)
}

function symbolWords(book: Book, id: number) {
  const symbol = book.symbolsById.get(id)
  must(symbol !== undefined, `symbol ${id} is in the settings`)
  const { digits, contract_size } = symbol.record
  return {
    symbol: nameOf(symbol.record),
    digits,
    contract_size: shortText(unitsOf(contract_size, LOT_DIGITS) ?? 0, LOT_DIGITS),
    price: (points: number): string => decimalText(points, digits),
  }
}

function sideOf(side: number): string {
  return side === 1 ? 'buy' : 'sell'
}

function lots(volume: number): string {
  return shortText(volume, LOT_DIGITS)
}

function cents(amount: number): string {
  return decimalText(amount, CENTS)
}

const times = new Map<number, string>()

function time(at: number): string | null {
  if (at === 0) return null
  let text = times.get(at)
  if (text === undefined) {
    if (times.size > 1000) times.clear()
    text = new Date(at).toISOString()
    times.set(at, text)
  }
  return text
}

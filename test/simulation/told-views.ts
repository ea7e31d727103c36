import type {
  AccountEvent,
  DayEvent,
  DealEvent,
  NightEvent,
  OrderEvent,
  PositionEvent,
  Reason,
  StandingEvent,
} from '../../engine/account/event.js'
import type { Book } from '../../engine/book/compiled.js'
import { broken, must } from './must.js'
import { nameOf } from './naive-account.js'
import type { NaiveMoney } from './naive-money.js'
import { decimalText, ratio, rounded, shortText, unitsOf } from './naive-ratio.js'

/** The view of each row that terminals are to hear, written from the contract's lists of fields. */
export type View = Readonly<Record<string, unknown>>

export interface Holder {
  readonly login: number
  readonly group: string
}

const LOT_DIGITS = 8
const CENTS = 2

export function viewOf(book: Book, holder: Holder, seq: number, event: AccountEvent): View {
  switch (event.type) {
    case 'order':
      return orderView(book, holder, event)
    case 'deal':
      return dealView(book, holder, seq, event)
    case 'position':
      return positionView(book, holder, event)
    case 'day':
      return dayView(holder.login, event)
    case 'standing':
      return standingView(event)
    case 'night':
      return nightView(holder.login, event)
    default:
      throw new Error(`${event.type} events have no view yet`)
  }
}

/** A row without the fields that it has nothing in. */
function told(row: View): View {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

function originOf(login: number, reason: Reason, dealer: number): View {
  const isOwn = reason === 'client' || reason === 'api'
  const by = isOwn ? login : dealer || null
  if (isOwn) return { kind: reason === 'api' ? 'api' : 'terminal', by }
  const isOfStaff = reason === 'dealer' || reason === 'correction'
  const kind = reason === 'gateway' ? 'gateway' : 'system'
  return { kind: isOfStaff ? 'dealer' : kind, by }
}

export function orderView(book: Book, { login, group }: Holder, order: OrderEvent): View {
  const { priceOrNone, ...words } = symbolWords(book, order.symbolId)
  const { id, kind, state, reason, dealer, expiration, version } = order
  return told({
    id,
    login,
    group,
    symbol: words.symbol,
    digits: words.digits,
    contract_size: words.contract_size,
    kind,
    side: sideOf(order.side),
    state,
    reason,
    origin: originOf(login, reason, dealer),
    volume_initial: lots(order.volumeInitial),
    volume_current: lots(order.volumeCurrent),
    price: priceOrNone(order.price),
    trigger_price: priceOrNone(order.triggerPrice),
    stop_loss: priceOrNone(order.stopLoss),
    take_profit: priceOrNone(order.takeProfit),
    trailing_pts: order.trailingPts || null,
    deviation_pts: order.deviationPts || null,
    filling: order.filling || null,
    expiration,
    expires_at: time(order.expiresAt),
    version,
    position_id: order.positionId || null,
    by_position_id: order.byPositionId || null,
    oco_order_id: order.ocoOrderId || null,
    created_at: time(order.createdAt),
    activated_at: time(order.activatedAt),
    done_at: time(order.doneAt),
    dealer: dealer || null,
    external_id: order.externalId || null,
    client_order_id: order.clientOrderId || null,
    session: order.session || null,
    comment: order.comment || null,
  })
}

export function positionView(book: Book, { login, group }: Holder, position: PositionEvent): View {
  const { price, priceOrNone, ...words } = symbolWords(book, position.symbolId)
  const { id, reason, dealer, version, closedAt } = position
  return told({
    id,
    login,
    group,
    symbol: words.symbol,
    digits: words.digits,
    contract_size: words.contract_size,
    side: sideOf(position.side),
    volume: lots(position.volume),
    price_open: price(position.priceOpen),
    price_close: closedAt === 0 ? null : price(position.priceClose),
    stop_loss: priceOrNone(position.stopLoss),
    take_profit: priceOrNone(position.takeProfit),
    trailing_pts: position.trailingPts || null,
    swap: cents(position.swap),
    reason,
    origin: originOf(login, reason, dealer),
    dealer: dealer || null,
    version,
    opened_at: time(position.openedAt),
    closed_at: time(closedAt),
    comment: position.comment || null,
  })
}

function dealView(book: Book, { login, group }: Holder, seq: number, deal: DealEvent): View {
  const { id, entry, action, comment, reason, dealer } = deal
  const money = {
    id,
    login,
    group,
    entry,
    action,
    profit: cents(deal.profit),
    swap: cents(deal.swap),
    commission: cents(deal.commission),
    fee: cents(deal.fee),
    credit: cents(deal.credit),
    comment: comment || null,
    at: time(deal.at),
    reason,
    origin: originOf(login, reason, dealer),
    dealer: dealer || null,
    client_order_id: deal.clientOrderId || null,
    order_id: deal.orderId || null,
    position_id: deal.positionId || null,
    seq: String(seq),
  }
  if (deal.symbolId === 0) return told(money)
  const { symbol, digits, contract_size, price } = symbolWords(book, deal.symbolId)
  return told({
    ...money,
    symbol,
    digits,
    contract_size,
    side: sideOf(deal.side),
    volume: lots(deal.volume),
    price: price(deal.price),
  })
}

function dayView(login: number, row: DayEvent): View {
  const valued = (amount: number): string | null => (row.isValued ? cents(amount) : null)
  return {
    login,
    date: new Date(row.day * 86_400_000).toISOString().slice(0, 10),
    balance: cents(row.balance),
    credit: cents(row.credit),
    swap: cents(row.swap),
    equity: valued(row.equity),
    margin: valued(row.margin),
    margin_free: valued(row.marginFree),
    profit: valued(row.profit),
    at: time(row.at),
  }
}

function standingView(event: StandingEvent): View {
  const { equity, margin, entered, orderId, positionId, at } = event
  const level = margin > 0 ? rounded(ratio(BigInt(equity) * 100n, margin), CENTS) : undefined
  return {
    level: level === undefined ? null : decimalText(level, CENTS),
    equity: cents(equity),
    margin: cents(margin),
    entered,
    at: time(at),
    order_id: orderId || null,
    position_id: positionId || null,
  }
}

function nightView(login: number, { day, positions, at }: NightEvent): View {
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
  return { login, date, positions, at: time(at) }
}

/** The name of the event of a row. */
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

/** The answer to a trade request: of its deal, or of the order or position that it is about. */
export function answerView(book: Book, events: readonly AccountEvent[]): View {
  const deal = events.find((event) => event.type === 'deal')
  const [first] = events
  must(first !== undefined && 'symbolId' in first, 'what is accepted does something')
  const { price: words } = symbolWords(book, first.symbolId)
  const price = (points: number): string | null => (points === 0 ? null : words(points))
  if (deal !== undefined) {
    return {
      order_id: deal.orderId || null,
      deal_id: deal.id,
      position_id: deal.positionId || null,
      volume: lots(deal.volume),
      price: price(deal.price),
      bid: price(deal.bid),
      ask: price(deal.ask),
    }
  }
  const none = { deal_id: null, bid: null, ask: null }
  if (first.type === 'order') {
    const { id, positionId, volumeInitial } = first
    const found = { order_id: id, position_id: positionId || null, volume: lots(volumeInitial) }
    return { ...none, ...found, price: price(first.price) }
  }
  return { ...none, order_id: null, position_id: first.id, volume: lots(first.volume), price: null }
}

/** Throws with the first field that differs. */
export function mustEqual(told: unknown, expected: View, what: string): asserts told is View {
  must(typeof told === 'object' && told !== null, `${what} is told`)
  const row = told as View
  // In words only where it is needed: this is where most of a run's time goes.
  for (const name in expected) {
    if (row[name] !== expected[name] && !isSame(row[name], expected[name]))
      broken(`${what}: ${name} is ${expected[name]}, not ${row[name]}`)
  }
  for (const name in row) if (!(name in expected)) broken(`${what}: has no ${name}`)
}

/** An origin is an object of plain values. */
function isSame(told: unknown, expected: unknown): boolean {
  return typeof expected === 'object' && JSON.stringify(told) === JSON.stringify(expected)
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
    priceOrNone: (points: number) => (points === 0 ? null : decimalText(points, digits)),
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

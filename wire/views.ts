import type { DealEvent, OrderEvent, PositionEvent } from '../engine/account/event.js'
import type { Money } from '../engine/account/money.js'
import type { SymbolSpec } from '../engine/book.js'
import { trimmedTextFromScaled } from '../engine/decimal.js'
import { FIXED8_DIGITS } from '../engine/units.js'
import { type FrameWriter, JsonWriter, Key } from './writer.js'

/** Orders, deals, positions and money as clients see them, on the socket and over REST. */

const keys = new Map<string, Key>()

/** The one Key of a field name. */
export function key(name: string): Key {
  let made = keys.get(name)
  if (made === undefined) {
    made = new Key(name)
    keys.set(name, made)
  }
  return made
}

const VOLUME_DIGITS = 8

/** RFC 3339 text of the last few milliseconds asked for: a turn's records share their time. */
let cachedMs = -1
let cachedText = ''
export function timeText(ms: number): string {
  if (ms !== cachedMs) {
    cachedMs = ms
    cachedText = new Date(ms).toISOString()
  }
  return cachedText
}

const contractSizes = new WeakMap<SymbolSpec, string>()
function contractSize(symbol: SymbolSpec): string {
  let text = contractSizes.get(symbol)
  if (text === undefined) {
    text = trimmedTextFromScaled(symbol.contractSize, FIXED8_DIGITS)
    contractSizes.set(symbol, text)
  }
  return text
}

const KEY = {
  id: key('id'),
  login: key('login'),
  symbol: key('symbol'),
  kind: key('kind'),
  side: key('side'),
  state: key('state'),
  volume: key('volume'),
  volumeInitial: key('volume_initial'),
  volumeCurrent: key('volume_current'),
  price: key('price'),
  positionId: key('position_id'),
  orderId: key('order_id'),
  dealId: key('deal_id'),
  reason: key('reason'),
  comment: key('comment'),
  digits: key('digits'),
  contractSize: key('contract_size'),
  createdAt: key('created_at'),
  doneAt: key('done_at'),
  entry: key('entry'),
  action: key('action'),
  bid: key('bid'),
  ask: key('ask'),
  profit: key('profit'),
  swap: key('swap'),
  commission: key('commission'),
  fee: key('fee'),
  credit: key('credit'),
  at: key('at'),
  seq: key('seq'),
  priceOpen: key('price_open'),
  priceClose: key('price_close'),
  openedAt: key('opened_at'),
  closedAt: key('closed_at'),
  version: key('version'),
  balance: key('balance'),
  equity: key('equity'),
  margin: key('margin'),
  marginFree: key('margin_free'),
  marginLevel: key('margin_level'),
  projectionSeq: key('projection_seq'),
} as const

const sideText = (side: 1 | -1 | 0): string => (side === 1 ? 'buy' : 'sell')

export function writeOrder(
  w: FrameWriter,
  login: number,
  order: OrderEvent,
  symbol: SymbolSpec,
  under?: Key,
): void {
  w.map(16, under)
  w.int(KEY.id, order.id)
  w.int(KEY.login, login)
  w.text(KEY.symbol, symbol.name)
  w.text(KEY.kind, order.kind)
  w.text(KEY.side, sideText(order.side))
  w.text(KEY.state, order.state)
  w.trimmed(KEY.volumeInitial, order.volumeInitial, VOLUME_DIGITS)
  w.trimmed(KEY.volumeCurrent, order.volumeCurrent, VOLUME_DIGITS)
  w.scaled(KEY.price, order.price, symbol.digits)
  w.int(KEY.positionId, order.positionId)
  w.text(KEY.reason, order.reason)
  w.text(KEY.comment, order.comment)
  w.int(KEY.digits, symbol.digits)
  w.text(KEY.contractSize, contractSize(symbol))
  w.text(KEY.createdAt, timeText(order.createdAt))
  w.text(KEY.doneAt, timeText(order.doneAt))
  w.endMap()
}

export function writeDeal(
  w: FrameWriter,
  login: number,
  seq: number,
  deal: DealEvent,
  symbol: SymbolSpec | undefined,
  moneyDigits: number,
  under?: Key,
): void {
  w.map(symbol === undefined ? 12 : 20, under)
  w.int(KEY.id, deal.id)
  w.int(KEY.login, login)
  w.text(KEY.entry, deal.entry)
  w.text(KEY.action, deal.action)
  w.scaled(KEY.profit, deal.profit, moneyDigits)
  w.scaled(KEY.swap, deal.swap, moneyDigits)
  w.scaled(KEY.commission, deal.commission, moneyDigits)
  w.scaled(KEY.fee, deal.fee, moneyDigits)
  w.scaled(KEY.credit, deal.credit, moneyDigits)
  w.text(KEY.comment, deal.comment)
  w.text(KEY.at, timeText(deal.at))
  w.intText(KEY.seq, seq)
  if (symbol !== undefined) {
    w.int(KEY.orderId, deal.orderId)
    w.int(KEY.positionId, deal.positionId)
    w.text(KEY.symbol, symbol.name)
    w.text(KEY.side, sideText(deal.side))
    w.trimmed(KEY.volume, deal.volume, VOLUME_DIGITS)
    w.scaled(KEY.price, deal.price, symbol.digits)
    w.text(KEY.reason, deal.reason)
    w.int(KEY.digits, symbol.digits)
  }
  w.endMap()
}

/** What a position view needs; an open position and a position event both have it. */
export type PositionRow = Pick<
  PositionEvent,
  'id' | 'side' | 'volume' | 'priceOpen' | 'swap' | 'openedAt' | 'comment' | 'version'
> & { readonly reason: string }

export function writePosition(
  w: FrameWriter,
  login: number,
  position: PositionRow,
  symbol: SymbolSpec,
  moneyDigits: number,
  closed: { readonly price: number; readonly at: number } | undefined,
  under?: Key,
): void {
  w.map(closed === undefined ? 13 : 15, under)
  w.int(KEY.id, position.id)
  w.int(KEY.login, login)
  w.text(KEY.symbol, symbol.name)
  w.text(KEY.side, sideText(position.side))
  w.trimmed(KEY.volume, position.volume, VOLUME_DIGITS)
  w.scaled(KEY.priceOpen, position.priceOpen, symbol.digits)
  w.scaled(KEY.swap, position.swap, moneyDigits)
  w.text(KEY.reason, position.reason)
  w.text(KEY.comment, position.comment)
  w.int(KEY.digits, symbol.digits)
  w.text(KEY.contractSize, contractSize(symbol))
  w.text(KEY.openedAt, timeText(position.openedAt))
  w.int(KEY.version, position.version)
  if (closed !== undefined) {
    w.scaled(KEY.priceClose, closed.price, symbol.digits)
    w.text(KEY.closedAt, timeText(closed.at))
  }
  w.endMap()
}

/** `commission` is what daily commissions have gathered and not yet charged. */
export function writeMoney(
  w: FrameWriter,
  money: Money,
  moneyDigits: number,
  seq: number,
  at: number,
  under?: Key,
): void {
  w.map(11, under)
  w.scaled(KEY.balance, money.balance, moneyDigits)
  w.scaled(KEY.credit, money.credit, moneyDigits)
  optional(w, KEY.equity, money.equity, moneyDigits)
  w.scaled(KEY.margin, money.margin, moneyDigits)
  optional(w, KEY.marginFree, money.marginFree, moneyDigits)
  optional(w, KEY.marginLevel, money.marginLevel, 2)
  optional(w, KEY.profit, money.profit, moneyDigits)
  w.scaled(KEY.swap, money.swap, moneyDigits)
  w.scaled(KEY.commission, 0, moneyDigits)
  w.intText(KEY.seq, seq)
  w.text(KEY.at, timeText(at))
  w.endMap()
}

function optional(w: FrameWriter, name: Key, value: number | null, digits: number): void {
  if (value === null) w.none(name)
  else w.scaled(name, value, digits)
}

/** What a trade request is answered with. */
export interface TradeAnswer {
  readonly orderId: number
  readonly dealId: number
  readonly positionId: number
  readonly volume: number
  readonly price: number
  readonly bid: number
  readonly ask: number
  readonly digits: number
  readonly seq: number
  readonly projectionSeq: number
}

export function writeTradeAnswer(w: FrameWriter, answer: TradeAnswer, under?: Key): void {
  w.map(9, under)
  w.int(KEY.orderId, answer.orderId)
  w.int(KEY.dealId, answer.dealId)
  w.int(KEY.positionId, answer.positionId)
  w.trimmed(KEY.volume, answer.volume, VOLUME_DIGITS)
  w.scaled(KEY.price, answer.price, answer.digits)
  w.scaled(KEY.bid, answer.bid, answer.digits)
  w.scaled(KEY.ask, answer.ask, answer.digits)
  w.intText(KEY.seq, answer.seq)
  w.intText(key('projection_seq'), answer.projectionSeq)
  w.endMap()
}

/** `money` as plain data, for answers that are not frames. */
export function moneyView(
  money: Money,
  moneyDigits: number,
  seq: number,
  at: number,
): Readonly<Record<string, string | null>> {
  const w = new JsonWriter()
  writeMoney(w, money, moneyDigits, seq, at)
  return JSON.parse(Buffer.from(w.bytes.subarray(0, w.length)).toString('utf8'))
}

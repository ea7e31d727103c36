import {
  DEAL_ACTIONS,
  DEAL_ENTRIES,
  type DealEvent,
  EXPIRATIONS,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderEvent,
  type PositionEvent,
  REASONS,
  type Reason,
} from '../../engine/account/event.js'
import type { Money } from '../../engine/account/money/money.js'
import type { SymbolSpec } from '../../engine/book/compiled.js'
import { textFromScaled, trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { FIXED8_DIGITS, VOLUME_DIGITS } from '../../engine/units.js'
import { type FrameWriter, Key } from '../frame/frame-writer.js'
import { Pair } from '../frame/pair.js'
import { JsonWriter } from '../frame/writer.js'

/**
 * Orders, deals, positions and money as the live socket tells them; the rows of REST are those of
 * `wire/trade/trade-views.ts`.
 */

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

/** RFC 3339 text of the times asked for last: records of a turn share theirs, and few others come. */
const TIMES_HELD = 16
const timesMs = new Float64Array(TIMES_HELD).fill(-1)
const timesText: string[] = new Array(TIMES_HELD).fill('')

export function timeText(ms: number): string {
  const slot = ms % TIMES_HELD
  if (timesMs[slot] !== ms) {
    timesMs[slot] = ms
    timesText[slot] = new Date(ms).toISOString()
  }
  return timesText[slot] as string
}

/** Fields that are the same in every row of a symbol. */
interface SymbolPairs {
  readonly symbol: Pair
  readonly digits: Pair
  readonly contractSize: Pair
  readonly noTrigger: Pair
  readonly noStopLoss: Pair
  readonly noTakeProfit: Pair
}

const symbolPairs = new WeakMap<SymbolSpec, SymbolPairs>()

function pairsOf(symbol: SymbolSpec): SymbolPairs {
  let pairs = symbolPairs.get(symbol)
  if (pairs === undefined) {
    const size = trimmedTextFromScaled(symbol.contractSize, FIXED8_DIGITS)
    pairs = {
      symbol: new Pair('symbol', symbol.name),
      digits: new Pair('digits', symbol.digits),
      contractSize: new Pair('contract_size', size),
      noTrigger: new Pair('trigger_price', textFromScaled(0, symbol.digits)),
      noStopLoss: new Pair('stop_loss', textFromScaled(0, symbol.digits)),
      noTakeProfit: new Pair('take_profit', textFromScaled(0, symbol.digits)),
    }
    symbolPairs.set(symbol, pairs)
  }
  return pairs
}

function words<Word extends string>(name: string, values: readonly Word[]): Record<Word, Pair> {
  return Object.fromEntries(values.map((value) => [value, new Pair(name, value)])) as Record<
    Word,
    Pair
  >
}

const MONEY_DIGITS_MAX = 10

/** Most amounts of most deals are zero. */
function zeros(name: string): readonly Pair[] {
  return Array.from(
    { length: MONEY_DIGITS_MAX + 1 },
    (_, digits) => new Pair(name, textFromScaled(0, digits)),
  )
}

interface AmountKey {
  readonly key: Key
  readonly zeros: readonly Pair[]
}

function amountKey(name: string): AmountKey {
  return { key: key(name), zeros: zeros(name) }
}

function writeAmount(w: FrameWriter, name: AmountKey, value: number, digits: number): void {
  const zero = value === 0 ? name.zeros[digits] : undefined
  if (zero === undefined) w.scaled(name.key, value, digits)
  else w.pair(zero)
}

const AMOUNT = {
  profit: amountKey('profit'),
  swap: amountKey('swap'),
  commission: amountKey('commission'),
  fee: amountKey('fee'),
  credit: amountKey('credit'),
  balance: amountKey('balance'),
  margin: amountKey('margin'),
} as const

const NO_TRAILING = new Pair('trailing_pts', 0)
const NOTHING_LEFT = new Pair('volume_current', '0')
const BUY = new Pair('side', 'buy')
const SELL = new Pair('side', 'sell')
const NO_COMMENT = new Pair('comment', '')
const KIND = words('kind', ORDER_KINDS)
const STATE = words('state', ORDER_STATES)
const REASON = words('reason', REASONS)
const EXPIRATION = words('expiration', EXPIRATIONS)
const ENTRY = words('entry', DEAL_ENTRIES)
const ACTION = words('action', DEAL_ACTIONS)

const KEY = {
  id: key('id'),
  login: key('login'),
  volume: key('volume'),
  volumeInitial: key('volume_initial'),
  volumeCurrent: key('volume_current'),
  price: key('price'),
  positionId: key('position_id'),
  orderId: key('order_id'),
  dealId: key('deal_id'),
  comment: key('comment'),
  createdAt: key('created_at'),
  doneAt: key('done_at'),
  triggerPrice: key('trigger_price'),
  stopLoss: key('stop_loss'),
  takeProfit: key('take_profit'),
  trailingPts: key('trailing_pts'),
  deviationPts: key('deviation_pts'),
  filling: key('filling'),
  expiresAt: key('expires_at'),
  activatedAt: key('activated_at'),
  byPositionId: key('by_position_id'),
  ocoOrderId: key('oco_order_id'),
  bid: key('bid'),
  ask: key('ask'),
  profit: key('profit'),
  at: key('at'),
  seq: key('seq'),
  priceOpen: key('price_open'),
  priceClose: key('price_close'),
  openedAt: key('opened_at'),
  closedAt: key('closed_at'),
  version: key('version'),
  equity: key('equity'),
  marginFree: key('margin_free'),
  marginLevel: key('margin_level'),
  projectionSeq: key('projection_seq'),
} as const

function writeComment(w: FrameWriter, comment: string): void {
  if (comment === '') w.pair(NO_COMMENT)
  else w.text(KEY.comment, comment)
}

/** Most market orders have none of the terms by which others rest: they are left out. */
export function hasTerms(order: OrderEvent): boolean {
  return (
    order.kind !== 'market' ||
    order.doneAt === 0 ||
    order.deviationPts !== 0 ||
    order.filling !== ''
  )
}

export function writeOrder(
  w: FrameWriter,
  login: number,
  order: OrderEvent,
  symbol: SymbolSpec,
  under?: Key,
): void {
  const pairs = pairsOf(symbol)
  const isWhole = hasTerms(order)
  w.map(isWhole ? 28 : 20, under)
  w.int(KEY.id, order.id)
  w.int(KEY.login, login)
  w.pair(pairs.symbol)
  w.pair(KIND[order.kind])
  w.pair(order.side === 1 ? BUY : SELL)
  w.pair(STATE[order.state])
  w.trimmed(KEY.volumeInitial, order.volumeInitial, VOLUME_DIGITS)
  if (order.volumeCurrent === 0) w.pair(NOTHING_LEFT)
  else w.trimmed(KEY.volumeCurrent, order.volumeCurrent, VOLUME_DIGITS)
  w.scaled(KEY.price, order.price, symbol.digits)
  if (order.triggerPrice === 0) w.pair(pairs.noTrigger)
  else w.scaled(KEY.triggerPrice, order.triggerPrice, symbol.digits)
  writeProtection(w, order, symbol, pairs)
  w.int(KEY.positionId, order.positionId)
  w.pair(REASON[order.reason])
  writeComment(w, order.comment)
  w.pair(pairs.digits)
  w.pair(pairs.contractSize)
  w.text(KEY.createdAt, timeText(order.createdAt))
  writeTime(w, KEY.doneAt, order.doneAt)
  if (isWhole) writeTerms(w, order)
  w.endMap()
}

function writeTerms(w: FrameWriter, order: OrderEvent): void {
  w.int(KEY.deviationPts, order.deviationPts)
  w.text(KEY.filling, order.filling)
  w.pair(EXPIRATION[order.expiration])
  writeTime(w, KEY.expiresAt, order.expiresAt)
  writeTime(w, KEY.activatedAt, order.activatedAt)
  w.int(KEY.byPositionId, order.byPositionId)
  w.int(KEY.ocoOrderId, order.ocoOrderId)
  w.int(KEY.version, order.version)
}

type Protected = Pick<PositionEvent, 'stopLoss' | 'takeProfit' | 'trailingPts'>

function writeProtection(
  w: FrameWriter,
  { stopLoss, takeProfit, trailingPts }: Protected,
  symbol: SymbolSpec,
  pairs: SymbolPairs,
): void {
  if (stopLoss === 0) w.pair(pairs.noStopLoss)
  else w.scaled(KEY.stopLoss, stopLoss, symbol.digits)
  if (takeProfit === 0) w.pair(pairs.noTakeProfit)
  else w.scaled(KEY.takeProfit, takeProfit, symbol.digits)
  if (trailingPts === 0) w.pair(NO_TRAILING)
  else w.int(KEY.trailingPts, trailingPts)
}

/** 0 is a time that has not come. */
function writeTime(w: FrameWriter, name: Key, at: number): void {
  if (at === 0) w.none(name)
  else w.text(name, timeText(at))
}

export function writeDeal(
  w: FrameWriter,
  login: number,
  seq: number,
  deal: Omit<DealEvent, 'type'>,
  symbol: SymbolSpec | undefined,
  moneyDigits: number,
  under?: Key,
): void {
  w.map(symbol === undefined ? 12 : 20, under)
  w.int(KEY.id, deal.id)
  w.int(KEY.login, login)
  w.pair(ENTRY[deal.entry])
  w.pair(ACTION[deal.action])
  writeAmount(w, AMOUNT.profit, deal.profit, moneyDigits)
  writeAmount(w, AMOUNT.swap, deal.swap, moneyDigits)
  writeAmount(w, AMOUNT.commission, deal.commission, moneyDigits)
  writeAmount(w, AMOUNT.fee, deal.fee, moneyDigits)
  writeAmount(w, AMOUNT.credit, deal.credit, moneyDigits)
  writeComment(w, deal.comment)
  w.text(KEY.at, timeText(deal.at))
  w.intText(KEY.seq, seq)
  if (symbol !== undefined) {
    const pairs = pairsOf(symbol)
    w.int(KEY.orderId, deal.orderId)
    w.int(KEY.positionId, deal.positionId)
    w.pair(pairs.symbol)
    w.pair(deal.side === 1 ? BUY : SELL)
    w.trimmed(KEY.volume, deal.volume, VOLUME_DIGITS)
    w.scaled(KEY.price, deal.price, symbol.digits)
    w.pair(REASON[deal.reason])
    w.pair(pairs.digits)
  }
  w.endMap()
}

/** Fields that a position view needs; an open position and a position event both have it. */
export type PositionRow = Pick<
  PositionEvent,
  | 'id'
  | 'side'
  | 'volume'
  | 'priceOpen'
  | 'swap'
  | 'openedAt'
  | 'comment'
  | 'version'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailingPts'
> & { readonly reason: Reason }

export function writePosition(
  w: FrameWriter,
  login: number,
  position: PositionRow,
  symbol: SymbolSpec,
  moneyDigits: number,
  closed: { readonly price: number; readonly at: number } | undefined,
  under?: Key,
): void {
  const pairs = pairsOf(symbol)
  w.map(closed === undefined ? 16 : 18, under)
  w.int(KEY.id, position.id)
  w.int(KEY.login, login)
  w.pair(pairs.symbol)
  w.pair(position.side === 1 ? BUY : SELL)
  w.trimmed(KEY.volume, position.volume, VOLUME_DIGITS)
  w.scaled(KEY.priceOpen, position.priceOpen, symbol.digits)
  writeProtection(w, position, symbol, pairs)
  writeAmount(w, AMOUNT.swap, position.swap, moneyDigits)
  w.pair(REASON[position.reason])
  writeComment(w, position.comment)
  w.pair(pairs.digits)
  w.pair(pairs.contractSize)
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
  writeAmount(w, AMOUNT.balance, money.balance, moneyDigits)
  writeAmount(w, AMOUNT.credit, money.credit, moneyDigits)
  writeOptional(w, KEY.equity, money.equity, moneyDigits)
  if (money.margin === null) w.none(AMOUNT.margin.key)
  else writeAmount(w, AMOUNT.margin, money.margin, moneyDigits)
  writeOptional(w, KEY.marginFree, money.marginFree, moneyDigits)
  writeOptional(w, KEY.marginLevel, money.marginLevel, 2)
  writeOptional(w, KEY.profit, money.profit, moneyDigits)
  writeAmount(w, AMOUNT.swap, money.swap, moneyDigits)
  writeAmount(w, AMOUNT.commission, money.commission, moneyDigits)
  w.intText(KEY.seq, seq)
  w.text(KEY.at, timeText(at))
  w.endMap()
}

export function writeOptional(
  w: FrameWriter,
  name: Key,
  value: number | null,
  digits: number,
): void {
  if (value === null) w.none(name)
  else w.scaled(name, value, digits)
}

/** A price of 0 is one that there is none of. */
export function writePrice(w: FrameWriter, name: Key, price: number, digits: number): void {
  if (price === 0) w.none(name)
  else w.scaled(name, price, digits)
}

/** Answer to a trade request. Ids that it has none of are 0, and prices too. */
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
  writePrice(w, KEY.price, answer.price, answer.digits)
  writePrice(w, KEY.bid, answer.bid, answer.digits)
  writePrice(w, KEY.ask, answer.ask, answer.digits)
  w.intText(KEY.seq, answer.seq)
  w.intText(KEY.projectionSeq, answer.projectionSeq)
  w.endMap()
}

const moneyWriter = new JsonWriter()

/** `money` as JSON text, for answers that are not frames. */
export function moneyText(money: Money, moneyDigits: number, seq: number, at: number): string {
  moneyWriter.clear()
  writeMoney(moneyWriter, money, moneyDigits, seq, at)
  const { bytes, length } = moneyWriter
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1')
}

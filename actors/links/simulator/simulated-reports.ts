import { textFromScaled, trimmedTextFromScaled } from '../../../engine/numbers/decimal.js'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { ORDER_TAG } from '../../../wire/fix/codec/order-tags.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../wire/fix/dictionary/time.js'
import { QUANTITY_DIGITS, type SimulatedBook, type Trade } from './simulated-book.js'

/** An order of the built-in provider, and its FIX 4.4 messages. Pure functions. */
export interface SimulatedOrder {
  readonly owner: string
  /** The order's current ClOrdID; `names` are all that it has had. */
  clOrdId: string
  readonly names: string[]
  readonly orderId: string
  readonly book: SimulatedBook
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit' | 'stop' | 'stop_limit'
  /** An order with `day` stays until it is cancelled. */
  readonly time: 'day' | 'ioc' | 'fok' | 'until'
  readonly expiresAt: number
  quantity: bigint
  /** The limit price with `PRICE_DIGITS` decimals; 0 if it has none. */
  limit: number
  stop: number
  filled: bigint
  /** The sum over its trades of quantity times price. */
  paid: bigint
  status: 'open' | 'filled' | 'cancelled' | 'expired'
}

export const PRICE_DIGITS = 8

/** Tags of FIX fields that only the simulator uses. */
export const SIMULATED_TAG = {
  stopPrice: 99,
  expireTime: 126,
  leavesQty: 151,
  responseTo: 434,
} as const

export const EXEC = {
  taken: '0',
  cancelled: '4',
  replaced: '5',
  refused: '8',
  expired: 'C',
  trade: 'F',
  status: 'I',
} as const

/** The values of OrdRejReason that the simulator uses. */
export const REFUSED = {
  symbol: '1',
  tooMany: '3',
  unknown: '5',
  doubled: '6',
  unsupported: '11',
  quantity: '13',
  other: '99',
} as const

const STATUS = { cancelled: '4', expired: 'C', filled: '2' } as const
const REFUSED_STATUS = '8'
const NO_ORDER = 'NONE'
const TOO_LATE = '0'
const UNKNOWN_ORDER = '1'

export interface ReportedExecution {
  readonly execType: string
  readonly execId: string
  readonly at: number
  readonly trade?: Trade
  /** The ClOrdID of the answer, if it differs from the order's. */
  readonly clOrdId?: string
  readonly before?: string
}

export function executionReport(
  order: SimulatedOrder,
  told: ReportedExecution,
): readonly FixField[] {
  const { book, quantity, filled, paid, limit } = order
  const { digits, name } = book.instrument
  const { execType, execId, at, trade, clOrdId = order.clOrdId, before } = told
  const leaves = order.status === 'open' ? quantity - filled : 0n
  return [
    [ORDER_TAG.orderId, order.orderId],
    [ORDER_TAG.clOrdId, clOrdId],
    ...(before === undefined ? [] : ([[ORDER_TAG.origClOrdId, before]] satisfies FixField[])),
    [ORDER_TAG.execId, execId],
    [ORDER_TAG.execType, execType],
    [ORDER_TAG.ordStatus, statusOf(order)],
    [ORDER_TAG.symbol, name],
    [ORDER_TAG.side, order.side === 'buy' ? '1' : '2'],
    [ORDER_TAG.orderQty, quantityText(quantity)],
    ...(limit === 0 ? [] : ([[ORDER_TAG.price, priceText(limit)]] satisfies FixField[])),
    ...(trade === undefined ? [] : tradeFields(trade, digits)),
    [SIMULATED_TAG.leavesQty, quantityText(leaves)],
    [ORDER_TAG.cumQty, quantityText(filled)],
    [ORDER_TAG.averagePrice, filled === 0n ? '0' : priceText(paid / filled)],
    [ORDER_TAG.transactTime, fixTimeText(at)],
  ]
}

/** Builds the ExecutionReport for an order that is not accepted. */
export function refusedOrder(
  message: FixMessage,
  { refused, text }: { readonly refused: string; readonly text: string },
  execId: string,
  at: number,
): readonly FixField[] {
  return wordOf(message, { execType: EXEC.refused, execId, at, refused, text })
}

/** The answer to a query about an unknown order. */
export function unknownOrder(message: FixMessage, execId: string, at: number): readonly FixField[] {
  const text = 'there is no such order here'
  return wordOf(message, { execType: EXEC.status, execId, at, refused: REFUSED.unknown, text })
}

export function cancelRefusal(
  message: FixMessage,
  order: SimulatedOrder | undefined,
  responseTo: '1' | '2',
): readonly FixField[] {
  const reason = order === undefined ? UNKNOWN_ORDER : TOO_LATE
  return [
    [ORDER_TAG.orderId, order?.orderId ?? NO_ORDER],
    [ORDER_TAG.clOrdId, message.text(ORDER_TAG.clOrdId)],
    [ORDER_TAG.origClOrdId, message.text(ORDER_TAG.origClOrdId)],
    [ORDER_TAG.ordStatus, order === undefined ? REFUSED_STATUS : statusOf(order)],
    [SIMULATED_TAG.responseTo, responseTo],
    [ORDER_TAG.cancelReason, reason],
    [TAG.text, order === undefined ? 'there is no such order here' : 'that cannot be done to it'],
  ]
}

interface Word {
  readonly execType: string
  readonly execId: string
  readonly at: number
  readonly refused: string
  readonly text: string
}

function wordOf(message: FixMessage, word: Word): readonly FixField[] {
  return [
    [ORDER_TAG.orderId, NO_ORDER],
    [ORDER_TAG.clOrdId, message.text(ORDER_TAG.clOrdId)],
    [ORDER_TAG.execId, word.execId],
    [ORDER_TAG.execType, word.execType],
    [ORDER_TAG.ordStatus, REFUSED_STATUS],
    [ORDER_TAG.rejectReason, word.refused],
    [ORDER_TAG.symbol, message.text(ORDER_TAG.symbol)],
    [ORDER_TAG.side, message.text(ORDER_TAG.side)],
    [SIMULATED_TAG.leavesQty, '0'],
    [ORDER_TAG.cumQty, '0'],
    [ORDER_TAG.averagePrice, '0'],
    [ORDER_TAG.transactTime, fixTimeText(word.at)],
    [TAG.text, word.text],
  ]
}

function statusOf(order: SimulatedOrder): string {
  if (order.status !== 'open') return STATUS[order.status]
  return order.filled > 0n ? '1' : '0'
}

function tradeFields({ price, quantity }: Trade, digits: number): readonly FixField[] {
  return [
    [ORDER_TAG.lastQty, quantityText(quantity)],
    [ORDER_TAG.lastPrice, textFromScaled(price, digits)],
  ]
}

function quantityText(quantity: bigint): string {
  return trimmedTextFromScaled(quantity, QUANTITY_DIGITS)
}

function priceText(price: number | bigint): string {
  return trimmedTextFromScaled(price, PRICE_DIGITS)
}

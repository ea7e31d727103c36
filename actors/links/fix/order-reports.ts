import { createHash } from 'node:crypto'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { ORDER_TAG } from '../../../wire/fix/codec/order-tags.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import { textValue } from '../../../wire/fix/codec/write.js'
import { sentIdOf } from '../../../wire/thread/provider-messages.js'
import type { SessionOrder, SessionReport } from '../gateways/provider-session.js'
import { orderIdIn } from './order-messages.js'

/**
 * Translates a provider's messages about orders, one by one, into a report or a required action.
 * Pure functions.
 *
 *   1. OrdStatus is the order's state; ExecType shows if the message is about a trade. The answer
 *      to a status request (ExecType I) is not; missing trades are found by its totals.
 *   2. A refused cancel says nothing about the order's state, which must be requested.
 *   3. A message that rejects one of the server's messages refers to it by its sequence number or
 *      its ClOrdID.
 */
export type OrderWord =
  | { readonly is: 'report'; readonly report: SessionReport; readonly isStatus?: boolean }
  /** The order's state is in doubt, so the provider must be queried. */
  | {
      readonly is: 'doubt'
      readonly order: SessionOrder
      readonly why: string
      /** The report that the request was refused, if the order rests at the provider. */
      readonly kept?: SessionReport
    }
  /** The provider does not answer status requests. It may still report that an order is unknown. */
  | { readonly is: 'silence'; readonly why: string }
  /** The report needs no action, only a line in the log. */
  | { readonly is: 'aside'; readonly why: string }

export interface SentOrderMessage {
  readonly type: 'D' | 'F' | 'G' | 'H'
  readonly order: SessionOrder
}

/** The messages sent in this session, and the orders that it knows by the provider's ids. */
export interface KnownOrders {
  sentAs(seq: number): SentOrderMessage | undefined
  order(id: string): SessionOrder | undefined
}

type Ended = 'filled' | 'cancelled' | 'expired' | 'rejected'

/** Final values of OrdStatus, including done for the day (3) and calculated (B). */
const ENDED: Readonly<Record<string, Ended>> = {
  '2': 'filled',
  '3': 'cancelled',
  '4': 'cancelled',
  '8': 'rejected',
  B: 'cancelled',
  C: 'expired',
}
const DONE_FOR_NOW: ReadonlySet<string> = new Set(['3', 'B'])
/** Values for requests that are received but not accepted yet: a new order, a cancel, a change. */
const PENDING: ReadonlySet<string> = new Set(['A', '6', 'E'])
const PENDING_CHANGE = 'E'
/** ExecType of a trade: F, and the two values used before FIX 4.3. */
const TRADES: ReadonlySet<string> = new Set(['F', '1', '2'])
const CORRECTED = 'G'
const TAKEN_BACK = 'H'
const STATUS = 'I'
const UNKNOWN_ORDER = '5'
const NO_SUCH_ID = '1'
const NOT_CANCELLED_UNKNOWN = '1'
const NAME_CHARACTERS_MAX = 96
const SOLD: ReadonlySet<string> = new Set(['2', '5', '6'])

export function orderWord(message: FixMessage, known: KnownOrders): OrderWord {
  switch (message.type) {
    case '8':
      return executionWord(message, known)
    case '9':
      return cancelRefused(message, known)
    case 'j':
    case '3':
      return messageRefused(message, known)
    default:
      return aside(`a message of type ${message.type} is not awaited`)
  }
}

function aside(why: string): OrderWord {
  return { is: 'aside', why }
}

function executionWord(message: FixMessage, known: KnownOrders): OrderWord {
  const order = ownOrder(message)
  const execType = message.text(ORDER_TAG.execType)
  const execId = message.text(ORDER_TAG.execId)
  if (order === undefined) {
    const named = message.text(ORDER_TAG.clOrdId)
    const [whose, which] = [nameText(named), nameText(execId)]
    return aside(`a report of an order of somebody else (${whose}, execution ${which})`)
  }
  const isUndone = execType === CORRECTED || execType === TAKEN_BACK
  const isTrade = TRADES.has(execType) && isMore(message.text(ORDER_TAG.lastQty))
  const quantity = decimalText(message.text(ORDER_TAG.lastQty))
  const price = decimalText(message.text(ORDER_TAG.lastPrice))
  const report: SessionReport = {
    order,
    symbol: message.text(ORDER_TAG.symbol),
    side: sideOf(message),
    state: isUndone ? 'undone' : stateOf(message, execType, known.order(order)),
    externalId: nameText(message.text(ORDER_TAG.orderId)),
    execution: isTrade || isUndone ? { id: nameText(execId), quantity, price } : null,
    total: decimalText(message.text(ORDER_TAG.cumQty)),
    average: decimalText(message.text(ORDER_TAG.averagePrice)),
    text: isUndone ? undoneText(message, execType) : saidText(message),
    ...(isUndone ? { undoes: undoneIn(message, execType) } : {}),
  }
  return { is: 'report', report, isStatus: execType === STATUS }
}

/**
 * The order of a message, by its ClOrdID (in an answer to a cancel, the cancel's), otherwise by
 * OrigClOrdID.
 */
function ownOrder(message: FixMessage): string | undefined {
  const { clOrdId, origClOrdId } = ORDER_TAG
  // The former order stays valid until the provider accepts the change.
  const isBefore =
    message.text(ORDER_TAG.execType) === PENDING_CHANGE ||
    message.text(ORDER_TAG.ordStatus) === PENDING_CHANGE
  for (const tag of isBefore ? [origClOrdId, clOrdId] : [clOrdId, origClOrdId]) {
    const id = orderIdIn(message.text(tag))
    if (sentIdOf(id) !== undefined) return id
  }
  return undefined
}

function sideOf(message: FixMessage): 'buy' | 'sell' {
  return SOLD.has(message.text(ORDER_TAG.side)) ? 'sell' : 'buy'
}

function stateOf(
  message: FixMessage,
  execType: string,
  order: SessionOrder | undefined,
): SessionReport['state'] {
  const status = message.text(ORDER_TAG.ordStatus)
  if (DONE_FOR_NOW.has(status)) {
    // The report may be about a resting order. The status request at the begin of each session
    // finds out.
    if (order === undefined) return 'pending'
    // A resting order continues on the next day.
    if (order.rest !== undefined) return PENDING.has(execType) ? 'pending' : 'working'
  }
  const state = ENDED[status] ?? 'working'
  const isPending = PENDING.has(status) || PENDING.has(execType)
  if (state === 'working' && isPending) return 'pending'
  const isUnknown =
    execType === STATUS &&
    state === 'rejected' &&
    message.text(ORDER_TAG.rejectReason) === UNKNOWN_ORDER
  return isUnknown ? 'unknown' : state
}

function undoneIn(message: FixMessage, execType: string): NonNullable<SessionReport['undoes']> {
  const execution = nameText(message.text(ORDER_TAG.execRefId))
  if (execType === TAKEN_BACK) return { execution, quantity: '0', price: '0' }
  return {
    execution,
    quantity: decimalText(message.text(ORDER_TAG.lastQty)),
    price: decimalText(message.text(ORDER_TAG.lastPrice)),
  }
}

/** Describes the cancelled trade for the staff who correct it. */
function undoneText(message: FixMessage, execType: string): string {
  const reference = nameText(message.text(ORDER_TAG.execRefId))
  const what = execType === TAKEN_BACK ? 'takes back' : 'corrects'
  const quantity = decimalText(message.text(ORDER_TAG.lastQty))
  const price = decimalText(message.text(ORDER_TAG.lastPrice))
  const now = execType === TAKEN_BACK ? '' : ` to ${quantity} at ${price}`
  const said = saidText(message)
  return `${what} execution ${reference}${now}${said === '' ? '' : `: ${said}`}`
}

/** The message's text for people, cut to a maximum length because it is stored. */
function saidText(message: FixMessage): string {
  const text = message.text(TAG.text)
  return text === '' ? '' : textValue(text)
}

/** A number in canonical form; FIX also allows `007.` and `.5`. */
function decimalText(text: string): string {
  const parts = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(text)
  if (parts === null) return ''
  const [, sign = '', whole = '', decimals = ''] = parts
  if (!/\d/.test(text)) return ''
  return `${sign}${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`
}

/**
 * A provider's id of an order or trade. If it is too long to be stored, a digest replaces its end.
 */
function nameText(name: string): string {
  if (name.length <= NAME_CHARACTERS_MAX) return name
  const digest = createHash('sha256').update(name, 'latin1').digest('hex').slice(0, 32)
  return `${name.slice(0, NAME_CHARACTERS_MAX - 33)}~${digest}`
}

function isMore(quantity: string): boolean {
  return /[1-9]/.test(quantity)
}

/** Translates an OrderCancelReject. */
function cancelRefused(message: FixMessage, known: KnownOrders): OrderWord {
  const id = orderIdIn(message.text(ORDER_TAG.origClOrdId))
  const changed = known.order(message.text(ORDER_TAG.clOrdId))
  const order =
    changed?.replaces === undefined
      ? (known.order(id) ?? known.order(orderIdIn(message.text(ORDER_TAG.clOrdId))))
      : changed
  const reason = message.text(ORDER_TAG.cancelReason)
  if (order === undefined) return aside(`a cancel of ${id} was refused (${reason})`)
  const why = `its cancel was refused (${reason} ${saidText(message)})`
  // The provider does not know such an order, or has removed it.
  if (reason === NOT_CANCELLED_UNKNOWN) return { is: 'doubt', order, why }
  return { is: 'doubt', order, why, kept: reportWithoutFigures(order, 'kept', saidText(message)) }
}

/** True if a refused cancel says that the order is unknown. */
export function saysUnknown(message: FixMessage): boolean {
  return message.type === '9' && message.text(ORDER_TAG.cancelReason) === NOT_CANCELLED_UNKNOWN
}

/** Translates a BusinessMessageReject, or a Reject of the session. */
function messageRefused(message: FixMessage, known: KnownOrders): OrderWord {
  const sent = sentMessage(message, known)
  const text = saidText(message)
  const isBusiness = message.type === 'j'
  const code = message.text(isBusiness ? TAG.businessReason : TAG.rejectReason)
  const why = `the provider refused a message (${code} ${text})`
  if (sent === undefined) return aside(why)
  const { order, type } = sent
  if (type === 'D') return { is: 'report', report: reportWithoutFigures(order, 'rejected', text) }
  if (type === 'F' || type === 'G') {
    const kept = order.rest === undefined ? {} : { kept: reportWithoutFigures(order, 'kept', text) }
    return { is: 'doubt', order, why, ...kept }
  }
  if (isBusiness && code === NO_SUCH_ID) {
    return { is: 'report', report: reportWithoutFigures(order, 'unknown', text) }
  }
  return { is: 'silence', why }
}

function sentMessage(message: FixMessage, known: KnownOrders): SentOrderMessage | undefined {
  const seq = message.whole(TAG.refSeqNum)
  const sent = seq === undefined ? undefined : known.sentAs(seq)
  const type = message.text(TAG.refMsgType)
  if (sent !== undefined && (type === '' || type === sent.type)) return sent
  const order = known.order(orderIdIn(message.text(TAG.businessRefId)))
  if (order === undefined || !isOrderMessage(type)) return undefined
  return { type, order }
}

function isOrderMessage(type: string): type is SentOrderMessage['type'] {
  return type === 'D' || type === 'F' || type === 'G' || type === 'H'
}

/** A report with a state and a text, without figures. */
export function reportWithoutFigures(
  { id, symbol, side }: SessionOrder,
  state: 'rejected' | 'unknown' | 'kept',
  text: string,
): SessionReport {
  return {
    order: id,
    symbol,
    side,
    state,
    externalId: '',
    execution: null,
    total: '0',
    average: '',
    text,
  }
}

import type { Book } from '../../../book/compiled.js'
import { parameterValue } from '../../../config/kinds/connection.js'
import type { OrderEvent, OrderState } from '../../event.js'
import { hasOpenFills } from './held-fills.js'

/**
 * The row of a pending order that rests at its provider (`Limit Orders Coverage Mode` `Gateway`).
 *
 *   - `attempt` is the version under which the provider knows it, from the moment of sending.
 *     Orders that wait here, or were sent when their price was reached, have none.
 *   - `asked` is the request that the provider has not answered. Until then the row is `started`
 *     and has the provider's current terms. The row is in the log before the request is sent, so a
 *     restarted server knows the request and can query its result.
 *   - Fills count for the order whatever request is open: a fill wins.
 */
export const GOING = ['cancel', 'stop_out', 'expiration'] as const
/**
 * Reasons for a cancel request to the provider: a client, staff or a filled pair; a stop out;
 * expiry.
 */
export type Going = (typeof GOING)[number]

/**
 * The requested terms of an order. `attempt` is the version under which the provider will know it.
 */
export interface RequestedTerms
  extends Pick<
    OrderEvent,
    | 'attempt'
    | 'price'
    | 'triggerPrice'
    | 'stopLoss'
    | 'takeProfit'
    | 'trailingPts'
    | 'expiration'
    | 'expiresAt'
    | 'comment'
    | 'clientOrderId'
  > {
  /** The reason of a cancel that the server will request as soon as this request is answered. */
  readonly goes?: Going
}

/** The attempt number of the first row of an order that is placed at its provider. */
export const FIRST_ATTEMPT = 1

/** True if a pending order rests at its provider or is being sent there. */
export function restsAtProvider({ attempt }: OrderEvent): boolean {
  return attempt !== 0
}

/** The order as it is sent to its provider for placing. */
export function placedAtProvider<Row extends Omit<OrderEvent, 'id'>>(
  order: Row,
  gatewayId: number,
) {
  return { ...order, state: 'started', gatewayId, attempt: FIRST_ATTEMPT, asked: 'place' } as const
}

/** The order while other terms are requested at its provider. */
export function changeRequested(order: OrderEvent, wanted: OrderEvent): OrderEvent {
  const version = order.version + 1
  const { price, triggerPrice, stopLoss, takeProfit, trailingPts } = wanted
  const { expiration, expiresAt, comment, clientOrderId } = wanted
  const terms: RequestedTerms = {
    attempt: version,
    price,
    triggerPrice,
    stopLoss,
    takeProfit,
    trailingPts,
    expiration,
    expiresAt,
    comment,
    clientOrderId,
  }
  return { ...order, state: 'started', asked: JSON.stringify(terms), version }
}

/** True if the change affects only this server: the provider does not know stops. */
export function isOwnChange(order: OrderEvent, wanted: OrderEvent): boolean {
  return (
    order.price === wanted.price &&
    order.triggerPrice === wanted.triggerPrice &&
    order.expiresAt === wanted.expiresAt
  )
}

/**
 * The order while its cancel is requested at its provider; undefined if it was requested already.
 */
export function cancelRequested(order: OrderEvent, why: Going): OrderEvent | undefined {
  if (isGoing(order)) return undefined
  const terms = requestedTerms(order)
  const version = order.version + 1
  if (terms === undefined) return { ...order, state: 'started', asked: why, version }
  return { ...order, asked: JSON.stringify({ ...terms, goes: why }), version }
}

/** The reason why its cancel was requested at its provider; undefined if it was not. */
export function goingOf({ asked }: OrderEvent): Going | undefined {
  return GOING.find((why) => why === asked)
}

/**
 * True if the order's cancel is requested at its provider, or follows the answer to an open
 * request.
 */
export function isGoing(order: OrderEvent): boolean {
  return goingOf(order) !== undefined || requestedTerms(order)?.goes !== undefined
}

/** The terms that were requested at the provider; undefined if none were. */
export function requestedTerms({ asked }: Pick<OrderEvent, 'asked'>): RequestedTerms | undefined {
  return asked.startsWith('{') ? (JSON.parse(asked) as RequestedTerms) : undefined
}

/** The order after its provider accepted the request: it rests there with the requested terms. */
export function takenAtProvider(order: OrderEvent): OrderEvent {
  const terms = requestedTerms(order)
  if (terms === undefined) return keptAtProvider(order)
  const { goes: _goes, ...fields } = terms
  return { ...keptAtProvider(order), ...fields }
}

/** The order after its provider refused the request: it rests there unchanged. */
export function keptAtProvider(order: OrderEvent): OrderEvent {
  return { ...order, state: restingState(order), asked: '', version: order.version + 1 }
}

/** The state of a row without an open request, from its filled volume and undecided fills. */
function restingState(order: OrderEvent): OrderState {
  if (hasOpenFills(order)) return 'started'
  const { volumeInitial, volumeCurrent } = order
  return volumeCurrent < volumeInitial ? 'partial' : 'placed'
}

/** True if the gateway was deleted or is switched off, so its provider cannot be reached. */
export function isGatewayOff(book: Book, gatewayId: number): boolean {
  return book.records.gateways.find(({ id }) => id === gatewayId)?.enabled !== true
}

/** True if pending orders for this gateway rest at its provider. */
export function keepsPendings(book: Book, gatewayId: number): boolean {
  const record = book.records.gateways.find(({ id }) => id === gatewayId)
  if (record === undefined) return false
  return parameterValue(record.params, 'Limit Orders Coverage Mode') === 'Gateway'
}

/**
 * The row after a held fill was not booked on it. The state stays if other fills are held or a
 * request is open.
 */
export function unheldRow(order: OrderEvent): OrderEvent {
  const row = { ...order, version: order.version + 1 }
  return restsAtProvider(order) && order.asked === '' ? { ...row, state: restingState(row) } : row
}

import type { Book } from '../../../book/compiled.js'
import { parameterValue } from '../../../config/kinds/connection.js'
import type { OrderEvent, OrderState } from '../../event.js'
import { hasOpenFills } from './held-fills.js'

/**
 * The row of a pending order that rests at its provider (`Limit Orders Coverage Mode` `Gateway`).
 *
 *   E1. `attempt` is the version by which the provider knows it, from the moment at which it is sent. An order that
 *       rests here, or was sent when its price had come, has none.
 *   E2. `asked` is the provider's to answer: the row is `started` until then, with the terms that the provider has.
 *       It is in the log before it is sent, so a restart knows what was asked for and asks what came of it.
 *   E3. What it fills is its own whatever is asked at the time: a fill wins.
 */
export const GOING = ['cancel', 'stop_out', 'expiration'] as const
/** The reason for which an order is to go there: its client, a pair that filled and staff; a stop out; its time. */
export type Going = (typeof GOING)[number]

/** The terms that an order is to have. `attempt` is the version by which the provider knows it then. */
export interface AskedTerms
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
  /** Set where the order is to be cancelled as soon as this is answered. */
  readonly goes?: Going
}

/** The attempt of a request that places: its row is the order's first. */
export const FIRST_ATTEMPT = 1

/** Whether a pending order rests at its provider, or is on its way to it. */
export function restsAtProvider({ attempt }: OrderEvent): boolean {
  return attempt !== 0
}

/** The order as it is sent to its provider when it is placed. */
export function placedAtProvider<Row extends Omit<OrderEvent, 'id'>>(
  order: Row,
  gatewayId: number,
) {
  return { ...order, state: 'started', gatewayId, attempt: FIRST_ATTEMPT, asked: 'place' } as const
}

/** The order while its provider is asked for other terms. */
export function changeAsked(order: OrderEvent, wanted: OrderEvent): OrderEvent {
  const version = order.version + 1
  const { price, triggerPrice, stopLoss, takeProfit, trailingPts } = wanted
  const { expiration, expiresAt, comment, clientOrderId } = wanted
  const terms: AskedTerms = {
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

/** True where only this server goes by what is to be other: the provider knows of no stops. */
export function isOwnChange(order: OrderEvent, wanted: OrderEvent): boolean {
  return (
    order.price === wanted.price &&
    order.triggerPrice === wanted.triggerPrice &&
    order.expiresAt === wanted.expiresAt
  )
}

/** The order while its provider is asked to cancel it; undefined where it was asked already. */
export function goingAsked(order: OrderEvent, why: Going): OrderEvent | undefined {
  if (isGoing(order)) return undefined
  const terms = askedTerms(order)
  const version = order.version + 1
  if (terms === undefined) return { ...order, state: 'started', asked: why, version }
  return { ...order, asked: JSON.stringify({ ...terms, goes: why }), version }
}

/** The reason for which its provider was asked to cancel it; undefined where it was not. */
export function goingOf({ asked }: OrderEvent): Going | undefined {
  return GOING.find((why) => why === asked)
}

/** Asked to be cancelled there, or to be as soon as another word is answered. */
export function isGoing(order: OrderEvent): boolean {
  return goingOf(order) !== undefined || askedTerms(order)?.goes !== undefined
}

/** Undefined where none were asked for. */
export function askedTerms({ asked }: Pick<OrderEvent, 'asked'>): AskedTerms | undefined {
  return asked.startsWith('{') ? (JSON.parse(asked) as AskedTerms) : undefined
}

/** The provider has taken what was asked of it: it rests there, with the terms that were asked for. */
export function takenAtProvider(order: OrderEvent): OrderEvent {
  const terms = askedTerms(order)
  if (terms === undefined) return keptAtProvider(order)
  const { goes: _goes, ...fields } = terms
  return { ...keptAtProvider(order), ...fields }
}

/** The provider has refused what was asked of it: it rests there as it did. */
export function keptAtProvider(order: OrderEvent): OrderEvent {
  return { ...order, state: restingState(order), asked: '', version: order.version + 1 }
}

/** The state of its row while nothing is asked: by how much of it is filled, and whether staff look at a fill of it. */
function restingState(order: OrderEvent): OrderState {
  if (hasOpenFills(order)) return 'started'
  const { volumeInitial, volumeCurrent } = order
  return volumeCurrent < volumeInitial ? 'partial' : 'placed'
}

/** True where nobody can be asked: the gateway was deleted, or is switched off. */
export function isGatewayOff(book: Book, gatewayId: number): boolean {
  return book.records.gateways.find(({ id }) => id === gatewayId)?.enabled !== true
}

/** Pending orders that go to this gateway rest at its provider. */
export function keepsPendings(book: Book, gatewayId: number): boolean {
  const record = book.records.gateways.find(({ id }) => id === gatewayId)
  if (record === undefined) return false
  return parameterValue(record.params, 'Limit Orders Coverage Mode') === 'Gateway'
}

/** Its row once a held fill does not become its own; its state is as before where others are held, or somebody is asked. */
export function unheldRow(order: OrderEvent): OrderEvent {
  const row = { ...order, version: order.version + 1 }
  return restsAtProvider(order) && order.asked === '' ? { ...row, state: restingState(row) } : row
}

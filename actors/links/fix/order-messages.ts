import { ORDER_TAG } from '../../../wire/fix/codec/order-tags.js'
import { type FixField, textValue } from '../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../wire/fix/dictionary/time.js'
import type { SessionOrder } from '../gateways/provider-session.js'

/**
 * Orders as FIX 4.4 messages: the bodies of what a gateway sends. An order's ClOrdID is its logged
 * id, the same in every session; a cancel has its own ClOrdID, which begins with the order's.
 */
const SIDES = { buy: '1', sell: '2' } as const
const TIMES_IN_FORCE = { day: '0', ioc: '3', fok: '4' } as const
const MARKET = '1'
const LIMIT = '2'
const RESTING_TYPES = { limit: LIMIT, stop: '3', stop_limit: '4' } as const
const UNTIL_CANCELLED = '1'
const UNTIL_DATE = '6'
const CANCEL_MARK = '-c'

/**
 * The fields of a NewOrderSingle (D). `account` is empty if the provider identifies us by the
 * session only.
 */
export function newOrderFields(
  order: SessionOrder,
  account: string,
  at: number,
): readonly FixField[] {
  const { id, quantity } = order
  return [
    [ORDER_TAG.clOrdId, id],
    ...accountField(account),
    ...instrumentFields(order),
    [ORDER_TAG.transactTime, fixTimeText(at)],
    [ORDER_TAG.orderQty, quantity],
    ...termFields(order),
  ]
}

/**
 * The fields of an OrderCancelReplaceRequest (G). The quantity is the order's total, including its
 * fills.
 */
export function replaceFields(
  order: SessionOrder,
  known: { readonly account: string; readonly externalId: string },
  at: number,
): readonly FixField[] {
  return [
    ...externalField(known.externalId),
    [ORDER_TAG.origClOrdId, order.replaces ?? ''],
    [ORDER_TAG.clOrdId, order.id],
    ...accountField(known.account),
    ...instrumentFields(order),
    [ORDER_TAG.transactTime, fixTimeText(at)],
    [ORDER_TAG.orderQty, order.quantity],
    ...termFields(order),
  ]
}

/** The fields of an OrderCancelRequest (F). */
export function cancelFields(
  order: SessionOrder,
  known: { readonly account: string; readonly externalId: string; readonly cancelId: string },
  at: number,
): readonly FixField[] {
  return [
    [ORDER_TAG.origClOrdId, order.id],
    ...externalField(known.externalId),
    [ORDER_TAG.clOrdId, known.cancelId],
    ...accountField(known.account),
    ...instrumentFields(order),
    [ORDER_TAG.transactTime, fixTimeText(at)],
    [ORDER_TAG.orderQty, order.quantity],
  ]
}

/** The fields of an OrderStatusRequest (H). */
export function statusFields(
  order: SessionOrder,
  { account, externalId }: { readonly account: string; readonly externalId: string },
): readonly FixField[] {
  return [
    ...externalField(externalId),
    [ORDER_TAG.clOrdId, order.id],
    ...accountField(account),
    ...instrumentFields(order),
  ]
}

/** The ClOrdID of a cancel. `mark` is a number that no other cancel of the order uses. */
export function cancelIdOf(orderId: string, mark: number): string {
  return `${orderId}${CANCEL_MARK}${mark.toString(36)}`
}

/** The order of a ClOrdID; the ClOrdID may be the order's own or the one of its cancel request. */
export function orderIdIn(clOrdId: string): string {
  const at = clOrdId.indexOf(CANCEL_MARK)
  return at < 0 ? clOrdId : clOrdId.slice(0, at)
}

function accountField(account: string): readonly FixField[] {
  return account === '' ? [] : [[ORDER_TAG.account, textValue(account)]]
}

function externalField(externalId: string): readonly FixField[] {
  return externalId === '' ? [] : [[ORDER_TAG.orderId, externalId]]
}

function instrumentFields({ symbol, side }: SessionOrder): readonly FixField[] {
  return [
    [ORDER_TAG.symbol, textValue(symbol)],
    [ORDER_TAG.side, SIDES[side]],
  ]
}

/** The fields OrdType, TimeInForce, and prices. */
function termFields({ rest, limit, timeInForce }: SessionOrder): readonly FixField[] {
  if (rest === undefined) {
    return [...typeFields(limit), [ORDER_TAG.timeInForce, TIMES_IN_FORCE[timeInForce]]]
  }
  const { kind, price, trigger, expiresAt } = rest
  const fields: FixField[] = [[ORDER_TAG.ordType, RESTING_TYPES[kind]]]
  if (price !== '') fields.push([ORDER_TAG.price, price])
  if (trigger !== '') fields.push([ORDER_TAG.stopPrice, trigger])
  fields.push([ORDER_TAG.timeInForce, expiresAt === 0 ? UNTIL_CANCELLED : UNTIL_DATE])
  if (expiresAt !== 0) fields.push([ORDER_TAG.expireTime, fixTimeText(expiresAt)])
  return fields
}

function typeFields(limit: string): readonly FixField[] {
  if (limit === '') return [[ORDER_TAG.ordType, MARKET]]
  return [
    [ORDER_TAG.ordType, LIMIT],
    [ORDER_TAG.price, limit],
  ]
}

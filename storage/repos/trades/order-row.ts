import { type OrderEvent, PLAIN_TERMS } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { Cell } from '../../sqlite/appended-rows.js'

/** An order as a table row. Resting and finished orders have the same columns. */
export interface OrderRow {
  readonly id: number
  readonly login: number
  readonly symbol_id: number
  readonly side: OrderEvent['side']
  readonly kind: OrderEvent['kind']
  readonly state: OrderEvent['state']
  readonly volume_initial: number
  readonly volume_current: number
  readonly price: number
  readonly position_id: number
  readonly reason: OrderEvent['reason']
  readonly comment: string
  readonly created_at: number
  readonly done_at: number
  readonly trigger_price: number
  readonly stop_loss: number
  readonly take_profit: number
  readonly trailing_pts: number
  readonly deviation_pts: number
  readonly filling: OrderEvent['filling']
  readonly expiration: OrderEvent['expiration']
  readonly expires_at: number
  readonly by_position_id: number
  readonly oco_order_id: number
  readonly activated_at: number
  readonly rate_margin: string
  readonly dealer: number
  readonly version: number
  readonly gateway_id: number
  readonly external_id: string
  readonly filled_value: string
  readonly last_deal_id: number
  readonly client_order_id: string
  readonly session: string
  readonly attempt: number
  readonly asked: string
  readonly held_fills: string
  readonly rule_id: number
  readonly price_asked: number
  readonly way: string
}

export const PLAIN_COLUMNS = [
  'id',
  'login',
  'symbol_id',
  'side',
  'kind',
  'state',
  'volume_initial',
  'volume_current',
  'price',
  'position_id',
  'reason',
  'comment',
  'created_at',
  'done_at',
  'deviation_pts',
  'filling',
  'client_order_id',
  'session',
  'rule_id',
  'price_asked',
] as const satisfies readonly (keyof OrderRow)[]

export const TERM_COLUMNS = [
  'trigger_price',
  'stop_loss',
  'take_profit',
  'trailing_pts',
  'expiration',
  'expires_at',
  'by_position_id',
  'oco_order_id',
  'activated_at',
  'rate_margin',
  'dealer',
  'version',
  'gateway_id',
  'external_id',
  'filled_value',
  'last_deal_id',
  'attempt',
  'asked',
  'held_fills',
  'way',
] as const satisfies readonly (keyof OrderRow)[]

/** Sets the first of `into`, in the order of `PLAIN_COLUMNS`. */
export function setPlainValues(into: Cell[], login: Login, order: OrderEvent): void {
  into[0] = order.id
  into[1] = login
  into[2] = order.symbolId
  into[3] = order.side
  into[4] = order.kind
  into[5] = order.state
  into[6] = order.volumeInitial
  into[7] = order.volumeCurrent
  into[8] = order.price
  into[9] = order.positionId
  into[10] = order.reason
  into[11] = order.comment
  into[12] = order.createdAt
  into[13] = order.doneAt
  into[14] = order.deviationPts
  into[15] = order.filling
  into[16] = order.clientOrderId
  into[17] = order.session
  into[18] = order.ruleId
  into[19] = order.priceAsked
}

/** The values in the order of `TERM_COLUMNS`. */
export function termValues(order: OrderEvent): Cell[] {
  return [
    order.triggerPrice,
    order.stopLoss,
    order.takeProfit,
    order.trailingPts,
    order.expiration,
    order.expiresAt,
    order.byPositionId,
    order.ocoOrderId,
    order.activatedAt,
    String(order.rateMargin),
    order.dealer,
    order.version,
    order.gatewayId,
    order.externalId,
    String(order.filledValue),
    order.lastDealId,
    order.attempt,
    order.asked,
    order.heldFills,
    order.way,
  ]
}

/**
 * True if all other terms have the columns' defaults. Written out, because every order calls it.
 */
export function hasPlainTerms(order: OrderEvent): boolean {
  return (
    order.triggerPrice === PLAIN_TERMS.triggerPrice &&
    order.stopLoss === PLAIN_TERMS.stopLoss &&
    order.takeProfit === PLAIN_TERMS.takeProfit &&
    order.trailingPts === PLAIN_TERMS.trailingPts &&
    order.expiration === PLAIN_TERMS.expiration &&
    order.expiresAt === PLAIN_TERMS.expiresAt &&
    order.byPositionId === PLAIN_TERMS.byPositionId &&
    order.ocoOrderId === PLAIN_TERMS.ocoOrderId &&
    order.activatedAt === PLAIN_TERMS.activatedAt &&
    order.rateMargin === PLAIN_TERMS.rateMargin &&
    order.dealer === PLAIN_TERMS.dealer &&
    order.version === PLAIN_TERMS.version &&
    order.gatewayId === PLAIN_TERMS.gatewayId &&
    order.externalId === PLAIN_TERMS.externalId &&
    order.filledValue === PLAIN_TERMS.filledValue &&
    order.lastDealId === PLAIN_TERMS.lastDealId &&
    order.attempt === PLAIN_TERMS.attempt &&
    order.asked === PLAIN_TERMS.asked &&
    order.heldFills === PLAIN_TERMS.heldFills &&
    order.way === PLAIN_TERMS.way
  )
}

export function orderFromRow(row: OrderRow): OrderEvent {
  return {
    type: 'order',
    id: row.id,
    symbolId: row.symbol_id,
    side: row.side,
    kind: row.kind,
    state: row.state,
    volumeInitial: row.volume_initial,
    volumeCurrent: row.volume_current,
    price: row.price,
    positionId: row.position_id,
    reason: row.reason,
    comment: row.comment,
    createdAt: row.created_at,
    doneAt: row.done_at,
    triggerPrice: row.trigger_price,
    stopLoss: row.stop_loss,
    takeProfit: row.take_profit,
    trailingPts: row.trailing_pts,
    deviationPts: row.deviation_pts,
    filling: row.filling,
    expiration: row.expiration,
    expiresAt: row.expires_at,
    byPositionId: row.by_position_id,
    ocoOrderId: row.oco_order_id,
    activatedAt: row.activated_at,
    rateMargin: BigInt(row.rate_margin),
    dealer: row.dealer,
    version: row.version,
    gatewayId: row.gateway_id,
    externalId: row.external_id,
    filledValue: BigInt(row.filled_value),
    lastDealId: row.last_deal_id,
    clientOrderId: row.client_order_id,
    session: row.session,
    attempt: row.attempt,
    asked: row.asked,
    heldFills: row.held_fills,
    ruleId: row.rule_id,
    priceAsked: row.price_asked,
    way: row.way,
  }
}

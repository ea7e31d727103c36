import type { SymbolSpec } from '../../book/compiled.js'
import type { Quote } from '../../book/prices.js'
import type { PricePts, Rate, Side, UnixMs, VolumeUnits } from '../../units.js'
import type { DealEntry, DealEvent, Filling, OrderEvent, PositionEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import type { RequestHead, RequestSource } from '../request.js'

/** Builds the rows in which trades are sent and stored. */

/** The trade of a market order, or of the server's own order. */
export interface MarketOrder extends RequestHead {
  readonly symbol: SymbolSpec
  readonly side: Side
  readonly volume: VolumeUnits
  readonly price: PricePts
  /** The largest deviation from the price, from the request. */
  readonly deviationPts: number
  readonly filling: Filling
  /** The rule that decided, 0 for none, and the requested price, 0 for the market price. */
  readonly ruleId: number
  readonly priceAsked: PricePts
}

/** Terms of pending orders that a market order may have, too. */
export type FilledTerms = Partial<
  Pick<OrderEvent, 'stopLoss' | 'takeProfit' | 'trailingPts' | 'byPositionId'>
>

const NO_TERMS: FilledTerms = {}
/** The source of the server's own actions. */
const NO_SOURCE: RequestSource = { clientOrderId: '', session: '' }

/**
 * The row of a market order that is filled at once. Written out without spread, because every deal
 * creates one.
 */
export function filledOrder(
  id: number,
  order: MarketOrder,
  positionId: number,
  at: UnixMs,
  terms: FilledTerms = NO_TERMS,
): OrderEvent {
  const { symbol, side, volume, price, reason, comment, dealer, source = NO_SOURCE } = order
  return {
    type: 'order',
    id,
    symbolId: symbol.id,
    side,
    kind: 'market',
    state: 'filled',
    volumeInitial: volume,
    volumeCurrent: 0,
    price,
    positionId,
    reason,
    comment,
    createdAt: at,
    doneAt: at,
    triggerPrice: 0,
    stopLoss: terms.stopLoss ?? 0,
    takeProfit: terms.takeProfit ?? 0,
    trailingPts: terms.trailingPts ?? 0,
    deviationPts: order.deviationPts,
    filling: order.filling,
    expiration: 'gtc',
    expiresAt: 0,
    byPositionId: terms.byPositionId ?? 0,
    ocoOrderId: 0,
    activatedAt: 0,
    rateMargin: 0n,
    dealer,
    version: 1,
    gatewayId: 0,
    externalId: '',
    filledValue: 0n,
    lastDealId: 0,
    clientOrderId: source.clientOrderId,
    session: source.session,
    attempt: 0,
    asked: '',
    heldFills: '',
    ruleId: order.ruleId,
    priceAsked: order.priceAsked,
    way: '',
  }
}

/** The figures of a deal that are not in its order. */
export interface DealFigures {
  readonly id: number
  readonly orderId: number
  readonly positionId: number
  readonly entry: DealEntry
  readonly quote: Quote
  readonly rateProfit: Rate
  readonly profit: number
  readonly swap: number
  /** Commissions, charged now and due at the day end. Costs are negative. */
  readonly commission: number
  readonly commissionDue: number
  readonly volumeClosed?: VolumeUnits
}

export function dealRow(order: MarketOrder, figures: DealFigures, at: UnixMs): DealEvent {
  const { symbol, side, volume, price, reason, comment, dealer, source = NO_SOURCE } = order
  const { quote } = figures
  return {
    type: 'deal',
    id: figures.id,
    orderId: figures.orderId,
    positionId: figures.positionId,
    symbolId: symbol.id,
    entry: figures.entry,
    action: side === 1 ? 'buy' : 'sell',
    side,
    volume,
    price,
    bid: quote.bid,
    ask: quote.ask,
    profit: figures.profit,
    swap: figures.swap,
    commission: figures.commission,
    fee: 0,
    credit: 0,
    rateProfit: figures.rateProfit,
    reason,
    comment,
    at,
    volumeClosed: figures.volumeClosed ?? 0,
    commissionDue: figures.commissionDue,
    dealer,
    externalId: '',
    clientOrderId: source.clientOrderId,
  }
}

/** The fields of an open position that may change. */
type PositionChange = Partial<Omit<PositionEvent, 'type' | 'id' | 'symbolId' | 'version'>>

/** The next row of an open position with its changes. Written out without spread, for speed. */
export function positionRow(position: Position, change: PositionChange): PositionEvent {
  return {
    type: 'position',
    id: position.id,
    symbolId: position.symbolId,
    side: change.side ?? position.side,
    volume: change.volume ?? position.volume,
    priceOpen: change.priceOpen ?? position.priceOpen,
    priceClose: change.priceClose ?? 0,
    rateMargin: change.rateMargin ?? position.rateMargin,
    swap: change.swap ?? position.swap,
    openedAt: change.openedAt ?? position.openedAt,
    closedAt: change.closedAt ?? 0,
    reason: change.reason ?? position.reason,
    comment: change.comment ?? position.comment,
    version: position.version + 1,
    stopLoss: change.stopLoss ?? position.stopLoss,
    takeProfit: change.takeProfit ?? position.takeProfit,
    trailingPts: change.trailingPts ?? position.trailingPts,
    openRest: change.openRest ?? position.openRest,
    dealer: change.dealer ?? position.dealer,
  }
}

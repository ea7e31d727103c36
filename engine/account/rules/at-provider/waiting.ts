import type { SymbolSpec } from '../../../book/compiled.js'
import type { Refusal } from '../../../code.js'
import type { PricePts, Side } from '../../../units.js'
import type { AccountEvents, DecisionContext } from '../../decision.js'
import type { OrderEvent } from '../../event.js'
import type { TradeRequest } from '../../request.js'
import type { Account } from '../../state.js'
import type { Offer } from '../offers.js'
import { priceOf } from '../protection.js'

/**
 * The positions and orders that a request concerns. No other request may change them while this one
 * waits.
 */
export interface TouchedRows {
  readonly positions: readonly number[]
  readonly orders: readonly number[]
}

export function touchedBy(request: TradeRequest): TouchedRows {
  switch (request.kind) {
    case 'close':
    case 'stops':
      return { positions: [request.positionId], orders: [] }
    case 'close_by':
      return { positions: [request.positionId, request.byPositionId], orders: [] }
    case 'change':
    case 'delete':
      return { positions: [], orders: [request.orderId] }
    default:
      return { positions: [], orders: [] }
  }
}

/**
 * The positions and orders that are locked while the request waits: those that it names. For `open`
 * on a netting account also the position that it reduces, so that it is not closed completely
 * meanwhile, and the position that it opens in parts.
 */
export function touchedWhile(
  request: TradeRequest,
  through: AccountEvents,
  id: number,
): TouchedRows {
  const touched = touchedBy(request)
  if (request.kind !== 'open') return touched
  const deal = through.find((event) => event.type === 'deal')
  const own = deal === undefined || deal.entry === 'in' ? id : deal.positionId
  return { ...touched, positions: [own] }
}

/** True for a request that trades, so that a dealer can price it and a provider can fill it. */
export function isTrading(kind: string): boolean {
  return TRADING.has(kind)
}

const TRADING: ReadonlySet<string> = new Set(['open', 'close', 'activate', 'sl', 'tp', 'stop_out'])

/** Requests with an order that is logged before they wait; others are only in memory. */
export function startsOrder({ kind }: TradeRequest): boolean {
  return kind === 'open' || kind === 'close' || kind === 'close_by'
}

/**
 * The offer that a request accepts. The offer stays valid for that request, however long the
 * request waits.
 */
export function offerTaken(
  { offers, now }: DecisionContext,
  { login }: Account,
  request: TradeRequest,
): Offer | undefined {
  if (!('quoteId' in request) || request.quoteId === '') return undefined
  return offers.find(login, request.quoteId, now)
}

/** The worst price that the client accepts; undefined if the request names none. */
export function worstPrice(
  symbol: SymbolSpec,
  side: Side,
  request: TradeRequest,
  offer: Offer | undefined,
): PricePts | undefined {
  if (offer !== undefined) return side === 1 ? offer.ask : offer.bid
  if (!('deviationPts' in request) || request.price === '') return undefined
  const wanted = priceOf(symbol, request.price)
  return wanted === undefined ? undefined : wanted + side * request.deviationPts
}

/** True while the order waits for a dealer or a provider. */
export function isStarted({ state }: OrderEvent): boolean {
  return state === 'started'
}

/** True if the order executes as soon as the answer arrives, at any price. */
export function isOnItsWay(order: OrderEvent): boolean {
  return isStarted(order) && order.kind === 'market'
}

/** The refusal of a request, with the final row of the order that had started. */
export function refusedWith(refusal: Refusal, order: OrderEvent): Refusal {
  const { id: order_id, lastDealId: deal_id, positionId: position_id } = order
  return { ...refusal, ids: { order_id, deal_id, position_id } }
}

/** Marks a request that a dealer answered as that dealer's deal. The client's reason stays. */
export function dealt(request: TradeRequest, { answer }: DecisionContext): TradeRequest {
  return answer?.dealer === undefined ? request : { ...request, dealer: answer.dealer }
}

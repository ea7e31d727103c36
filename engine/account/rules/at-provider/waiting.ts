import type { SymbolSpec } from '../../../book/compiled.js'
import type { Refusal } from '../../../code.js'
import type { PricePts, Side } from '../../../units.js'
import type { AccountEvents, DecisionContext } from '../../decision.js'
import type { OrderEvent } from '../../event.js'
import type { TradeRequest } from '../../request.js'
import type { Account } from '../../state.js'
import type { Offer } from '../offers.js'
import { priceOf } from '../protection.js'

/** The positions and orders that a request is about: while it waits nobody else acts on them. */
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
 * Positions and orders that nobody else may touch while the request waits: those that it names, and of an
 * `open` also the position that it takes from on a netting account, so that it is not closed meanwhile by
 * its whole volume, or the one that it opens, while that is filled in parts.
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

/** Requests that trade something: of these there is a price to give, and a trade that a provider can make. */
export function isTrading(kind: string): boolean {
  return TRADING.has(kind)
}

const TRADING: ReadonlySet<string> = new Set(['open', 'close', 'activate', 'sl', 'tp', 'stop_out'])

/** Requests of which an order is logged before they wait; the others are kept in memory alone. */
export function startsOrder({ kind }: TradeRequest): boolean {
  return kind === 'open' || kind === 'close' || kind === 'close_by'
}

/** The offer that a request takes: it holds for the request from then on, however long that waits. */
export function offerTaken(
  { offers, now }: DecisionContext,
  { login }: Account,
  request: TradeRequest,
): Offer | undefined {
  if (!('quoteId' in request) || request.quoteId === '') return undefined
  return offers.find(login, request.quoteId, now)
}

/** The worst price at which the client would have it; undefined where it named none. */
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

/** Whether the order waits for a dealer or a provider. */
export function isStarted({ state }: OrderEvent): boolean {
  return state === 'started'
}

/** Whether it is done as soon as somebody has answered, at any price. */
export function isOnItsWay(order: OrderEvent): boolean {
  return isStarted(order) && order.kind === 'market'
}

/** The refusal of a request whose order had started. */
export function refusedWith(refusal: Refusal, order: OrderEvent): Refusal {
  const { id: order_id, lastDealId: deal_id, positionId: position_id } = order
  return { ...refusal, ids: { order_id, deal_id, position_id } }
}

/** A dealer's answer makes it the dealer's deal; what the client gave as its reason stays. */
export function dealt(request: TradeRequest, { answer }: DecisionContext): TradeRequest {
  return answer?.dealer === undefined ? request : { ...request, dealer: answer.dealer }
}

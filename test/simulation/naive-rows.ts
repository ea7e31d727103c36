import type {
  AccountEvent,
  DealEntry,
  DealEvent,
  Filling,
  OrderEvent,
  PositionEvent,
  Reason,
} from '../../engine/account/event.js'
import type { Quote } from '../../engine/book/prices.js'
import { type Holdings, type Scene, symbolAt } from './naive-account.js'
import type { NaiveStops } from './naive-checks.js'
import { commissionOf } from './naive-commission.js'
import { CENTS, dollars, rawProfit } from './naive-money.js'
import { NEW_DEAL, NEW_ORDER } from './naive-outcome.js'
import { ratio, rounded, times } from './naive-ratio.js'

/** The rows that come of fills. */

export interface NaiveFill {
  readonly symbolId: number
  readonly side: 1 | -1
  readonly volume: number
  readonly price: number
  readonly quote: Quote
  readonly reason: Reason
  readonly comment: string
  /** As they were asked for. */
  readonly deviationPts?: number
  readonly filling?: Filling
  /** The price that was asked for; left out it was the market's. */
  readonly priceAsked?: number
  readonly ruleId: number | undefined
}

/** The fields of an order that is done here, and so is at no provider. */
export const NOT_SENT = {
  gatewayId: 0,
  externalId: '',
  filledValue: 0n,
  lastDealId: 0,
  clientOrderId: '',
  session: '',
  attempt: 0,
  asked: '',
  heldFills: '',
  way: '',
} as const

export const NO_STOPS: NaiveStops = { stopLoss: 0, takeProfit: 0, trailingPts: 0 }

export function marketOrder(fill: NaiveFill, positionId: number, now: number): OrderEvent {
  const { symbolId, side, volume, price, reason, comment } = fill
  return {
    type: 'order',
    id: NEW_ORDER,
    symbolId,
    side,
    kind: 'market',
    state: 'filled',
    volumeInitial: volume,
    volumeCurrent: 0,
    price,
    positionId,
    reason,
    comment,
    createdAt: now,
    doneAt: now,
    triggerPrice: 0,
    ...NO_STOPS,
    deviationPts: fill.deviationPts ?? 0,
    filling: fill.filling ?? '',
    expiration: 'gtc',
    expiresAt: 0,
    byPositionId: 0,
    ocoOrderId: 0,
    activatedAt: 0,
    rateMargin: 0n,
    dealer: 0,
    version: 1,
    ...NOT_SENT,
    ruleId: fill.ruleId ?? 0,
    priceAsked: fill.priceAsked ?? 0,
  }
}

export function dealOf(
  fill: NaiveFill,
  ids: Pick<DealEvent, 'id' | 'orderId' | 'positionId'>,
  entry: DealEntry,
  money: Partial<DealEvent>,
  now: number,
): DealEvent {
  const { symbolId, side, volume, price, quote, reason, comment } = fill
  return {
    type: 'deal',
    ...ids,
    symbolId,
    entry,
    action: side === 1 ? 'buy' : 'sell',
    side,
    volume,
    price,
    bid: quote.bid,
    ask: quote.ask,
    profit: 0,
    swap: 0,
    commission: 0,
    fee: 0,
    credit: 0,
    rateProfit: 0n,
    reason,
    comment,
    at: now,
    volumeClosed: 0,
    commissionDue: 0,
    dealer: 0,
    externalId: '',
    clientOrderId: '',
    ...money,
  }
}

/** A position that a fill opens. */
export function openedPosition(
  fill: NaiveFill,
  id: number,
  rateMargin: bigint,
  { stopLoss, takeProfit, trailingPts }: NaiveStops,
  now: number,
): PositionEvent {
  const { symbolId, side, volume, price, reason, comment } = fill
  return {
    type: 'position',
    id,
    symbolId,
    side,
    volume,
    priceOpen: price,
    priceClose: 0,
    rateMargin,
    swap: 0,
    openedAt: now,
    closedAt: 0,
    reason,
    comment,
    version: 1,
    stopLoss,
    takeProfit,
    trailingPts,
    openRest: 0,
    dealer: 0,
  }
}

export type NaiveSums = Pick<DealEvent, 'profit' | 'swap' | 'rateProfit'>

/** The profit that closing a volume at a price realises; undefined without a rate. */
export function realised(
  scene: Scene,
  position: PositionEvent,
  price: number,
  volume: number,
): NaiveSums | undefined {
  const { book, prices } = scene
  const symbol = symbolAt(scene, position.symbolId)
  const { side, priceOpen, swap } = position
  const rest = shareOf(position.openRest, position, volume)
  const raw = rawProfit(symbol, side, priceOpen, price, volume, rest)
  const rate = dollars(book, prices, symbol.profit_currency, raw.top < 0n ? 'dear' : 'cheap')
  if (rate === undefined) return undefined
  const profit = Number(rounded(times(raw, ratio(rate, 10n ** 12n)), CENTS))
  return { profit, swap: shareOf(swap, position, volume), rateProfit: rate }
}

/** By volume; the last of it takes what is left. */
export function shareOf(amount: number, { volume: held }: PositionEvent, volume: number): number {
  if (volume === held) return amount
  return Number(rounded(ratio(BigInt(amount) * BigInt(volume), held), 0))
}

/** Order, deal and position of what closes; undefined without a rate. */
export function closedRows(
  scene: Scene,
  position: PositionEvent,
  fill: NaiveFill,
  entry: 'out' | 'out_by' = 'out',
  rested?: OrderEvent,
): AccountEvent[] | undefined {
  const { symbolId, volume, price } = fill
  const money = realised(scene, position, price, volume)
  if (money === undefined) return undefined
  const costs = commissionOf(scene, { symbolId, entry, volume, opened: 0, price })
  if (costs === undefined) return undefined
  const { now } = scene
  const order = rested ?? marketOrder(fill, position.id, now)
  const ids = { id: NEW_DEAL, orderId: order.id, positionId: position.id }
  return [
    { ...order, positionId: position.id },
    dealOf(fill, ids, entry, { ...money, ...costs }, now),
    lessened(position, volume, price, money.swap, now),
  ]
}

export function lessened(
  position: PositionEvent,
  volume: number,
  priceClose: number,
  swap: number,
  now: number,
): PositionEvent {
  const left = position.volume - volume
  const openRest = position.openRest - shareOf(position.openRest, position, volume)
  return {
    ...position,
    volume: left,
    priceClose,
    swap: position.swap - swap,
    openRest,
    closedAt: left === 0 ? now : 0,
    version: position.version + 1,
  }
}

/** A position as it goes on: what the row before it said of a close is not said again. */
export function nextRow(position: PositionEvent, change: Partial<PositionEvent>): PositionEvent {
  return { ...position, priceClose: 0, closedAt: 0, version: position.version + 1, ...change }
}

/** The account with an order as it is to be, or without one that is being filled. */
export function withOrder(account: Holdings, id: number, order: OrderEvent | undefined): Holdings {
  const orders = new Map(account.orders)
  if (order === undefined) orders.delete(id)
  else orders.set(id, order)
  const { login, balance, credit, commissionDue, positions } = account
  return { login, balance, credit, commissionDue, positions, orders }
}

import type {
  AccountEvent,
  DealEntry,
  DealEvent,
  OrderEvent,
  PositionEvent,
  Reason,
} from '../../engine/account/event.js'
import type { SymbolRecord } from '../../engine/config/symbol.js'
import type { Quote } from '../../engine/prices.js'
import type { Holdings, Scene } from './naive-account.js'
import type { NaiveStops } from './naive-checks.js'
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
}

export const NO_STOPS: NaiveStops = { stopLoss: 0, takeProfit: 0, trailingPts: 0 }

export function marketOrder(fill: NaiveFill, positionId: number, now: number): OrderEvent {
  const { symbolId, side, volume, price, reason, comment } = fill
  return {
    type: 'order',
    id: NEW_ORDER,
    ...{ symbolId, side, kind: 'market', state: 'filled' },
    ...{ volumeInitial: volume, volumeCurrent: 0, price, positionId, reason, comment },
    ...{ createdAt: now, doneAt: now, triggerPrice: 0, ...NO_STOPS, deviationPts: 0 },
    ...{ filling: '', expiration: 'gtc', expiresAt: 0, byPositionId: 0, ocoOrderId: 0 },
    ...{ activatedAt: 0, rateMargin: 0n, dealer: 0, version: 1 },
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
    ...{ symbolId, entry, action: side === 1 ? 'buy' : 'sell', side, volume, price },
    ...{ bid: quote.bid, ask: quote.ask, profit: 0, swap: 0, commission: 0, fee: 0, credit: 0 },
    ...{ rateProfit: 0n, reason, comment, at: now, volumeClosed: 0, commissionDue: 0, dealer: 0 },
    ...money,
  }
}

/** Order, deal and position of what opens at once. */
export function openedRows(
  { now }: Scene,
  fill: NaiveFill,
  rateMargin: bigint,
  stops: NaiveStops,
): AccountEvent[] {
  const order = { ...marketOrder(fill, NEW_ORDER, now), ...stops }
  return [order, ...openedBy(fill, NEW_ORDER, rateMargin, stops, now)]
}

export function openedBy(
  fill: NaiveFill,
  orderId: number,
  rateMargin: bigint,
  { stopLoss, takeProfit, trailingPts }: NaiveStops,
  now: number,
): [DealEvent, PositionEvent] {
  const { symbolId, side, volume, price, reason, comment } = fill
  const ids = { id: NEW_DEAL, orderId, positionId: orderId }
  return [
    dealOf(fill, ids, 'in', {}, now),
    {
      type: 'position',
      id: orderId,
      ...{ symbolId, side, volume, priceOpen: price, priceClose: 0, rateMargin, swap: 0 },
      ...{ openedAt: now, closedAt: 0, reason, comment, version: 1 },
      ...{ stopLoss, takeProfit, trailingPts, openRest: 0, dealer: 0 },
    },
  ]
}

/** What closing a volume at a price realises; undefined without a rate. */
export function realised(
  { book, prices }: Scene,
  symbol: SymbolRecord,
  position: PositionEvent,
  price: number,
  volume: number,
): Pick<DealEvent, 'profit' | 'swap' | 'rateProfit'> | undefined {
  const { side, priceOpen } = position
  const raw = rawProfit(symbol, side, priceOpen, price, volume)
  const rate = dollars(book, prices, symbol.profit_currency, raw.top < 0n ? 'dear' : 'cheap')
  if (rate === undefined) return undefined
  const profit = Number(rounded(times(raw, ratio(rate, 10n ** 12n)), CENTS))
  return { profit, swap: swapShare(position, volume), rateProfit: rate }
}

/** By volume; the last of it takes what is left. */
export function swapShare({ swap, volume: held }: PositionEvent, volume: number): number {
  if (volume === held) return swap
  return Number(rounded(ratio(BigInt(swap) * BigInt(volume), held), 0))
}

/** Order, deal and position of what closes; undefined without a rate. */
export function closedRows(
  scene: Scene,
  symbol: SymbolRecord,
  position: PositionEvent,
  fill: NaiveFill,
): AccountEvent[] | undefined {
  const money = realised(scene, symbol, position, fill.price, fill.volume)
  if (money === undefined) return undefined
  const { now } = scene
  const ids = { id: NEW_DEAL, orderId: NEW_ORDER, positionId: position.id }
  return [
    marketOrder(fill, position.id, now),
    dealOf(fill, ids, 'out', money, now),
    lessened(position, fill.volume, fill.price, money.swap, now),
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
  return {
    ...position,
    ...{ volume: left, priceClose, swap: position.swap - swap },
    ...{ closedAt: left === 0 ? now : 0, version: position.version + 1 },
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

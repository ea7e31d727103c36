import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import type { Prices } from '../../book/prices.js'
import { type ChargedDeal, commissionOf } from '../../costs/commission.js'
import { swapOf } from '../../costs/swap.js'
import type { Minor, PricePts, Side, VolumeUnits } from '../../units.js'
import type { AccountEvent, PositionEvent } from '../event.js'
import { pointValueOf } from './point-value.js'
import { positionProfit, profitRate } from './profit.js'

/** The figures after a request; null if a price is missing or nothing would be open. */
export interface WhatIf {
  /** The fee of the deals, or of the pending order's fill. Costs are negative. */
  readonly fee: Minor | null
  /** The resulting volume of the position; 0 if it is closed, null if the request concerns none. */
  readonly volumeAfter: VolumeUnits | null
  readonly sideAfter: Side | 0
  /** The average open price of the position; 0 if it is closed. */
  readonly priceAfter: PricePts
  readonly swapNight: Minor | null
  /**
   * The value of a move by one point for the whole volume, in 1e-8 of the account's currency, at
   * the rate for losses.
   */
  readonly pointValue: number | null
  readonly lossAtStop: Minor | null
  readonly profitAtTarget: Minor | null
}

/** A position after the request. */
export type Prospect = Pick<
  PositionEvent,
  'symbolId' | 'side' | 'volume' | 'priceOpen' | 'openRest' | 'stopLoss' | 'takeProfit'
>

/**
 * The outcome of a request: its position, and the deal that would follow
 * (engine/account/rules/prospect.ts).
 */
export interface Outlook {
  /**
   * The position after the request; for a netting account the whole position. Its volume is 0 if it
   * is closed. Undefined if the request concerns no position.
   */
  readonly position: Prospect | undefined
  /** The deal that a pending order will make when it fills. */
  readonly awaited: ChargedDeal | undefined
}

interface Market {
  readonly group: GroupSpec
  readonly book: Book
  readonly prices: Prices
}

/**
 * Computes the figures after a request, from its deals or its pending order and the resulting
 * position.
 */
export function whatIf(
  market: Market,
  symbol: SymbolSpec,
  events: readonly AccountEvent[],
  { position, awaited }: Outlook,
): WhatIf {
  const fee = feeOf(market, symbol, events, awaited)
  if (position === undefined) return { ...NOTHING_OPEN, volumeAfter: null, fee }
  const { side, stopLoss, takeProfit, volume } = position
  if (volume === 0) return { ...NOTHING_OPEN, volumeAfter: 0, fee }
  const { group, book, prices } = market
  return {
    fee,
    volumeAfter: volume,
    sideAfter: side,
    priceAfter: averageAgainst(position),
    swapNight: swapOf(position, symbol, group, book, prices, 1) ?? null,
    pointValue: pointValueOf(symbol, volume, book, group, prices),
    lossAtStop: stopLoss === 0 ? null : profitAt(market, symbol, position, stopLoss),
    profitAtTarget: takeProfit === 0 ? null : profitAt(market, symbol, position, takeProfit),
  }
}

const NOTHING_OPEN = {
  sideAfter: 0,
  priceAfter: 0,
  swapNight: null,
  pointValue: null,
  lossAtStop: null,
  profitAtTarget: null,
} as const

/**
 * The open price. An average between two points is rounded to the worse one, so that a distance
 * from it never loses more.
 */
function averageAgainst({ side, priceOpen, openRest }: Prospect): PricePts {
  return side * openRest > 0 ? priceOpen + side : priceOpen
}

/** The profit if the position were closed at that price, without swap and commission. */
export function profitAt(
  { group, book, prices }: Market,
  symbol: SymbolSpec,
  { side, priceOpen, volume, openRest }: Prospect,
  price: PricePts,
): Minor | null {
  const rate = profitRate(book, prices, symbol, group, side, priceOpen, price, openRest)
  if (rate === undefined) return null
  return positionProfit(symbol, group, side, priceOpen, price, volume, rate, openRest)
}

function feeOf(
  { group, book, prices }: Market,
  symbol: SymbolSpec,
  events: readonly AccountEvent[],
  awaited: ChargedDeal | undefined,
): Minor | null {
  let fee = 0
  for (const event of events) {
    if (event.type === 'deal') fee += event.commission + event.commissionDue + event.fee
  }
  if (awaited === undefined) return fee
  const charged = commissionOf(group, symbol, awaited, book, prices)
  return charged === undefined ? null : charged.atOnce + charged.daily
}

/**
 * The largest volume in steps of the symbol that loses at most `amount` between `priceOpen` and
 * `stopLoss`; 0 if even the smallest loses more, undefined without a rate. If the move loses
 * nothing, it is the maximum volume.
 */
export function volumeAtRisk(
  market: Market,
  symbol: SymbolSpec,
  prospect: Omit<Prospect, 'volume'>,
  amount: Minor,
): VolumeUnits | undefined {
  const { volumeMin: min, volumeMax: max, volumeStep: step } = symbol
  const loses = (volume: VolumeUnits): Minor | null => {
    const profit = profitAt(market, symbol, { ...prospect, volume }, prospect.stopLoss)
    return profit === null ? null : -profit
  }
  const least = loses(min)
  if (least === null) return undefined
  if (least > amount) return 0
  // A larger volume never loses less, so bisection finds the limit.
  let [fits, over] = [0, Math.floor((max - min) / step) + 1]
  while (over - fits > 1) {
    const middle = fits + Math.floor((over - fits) / 2)
    if ((loses(min + middle * step) ?? 0) <= amount) fits = middle
    else over = middle
  }
  return min + fits * step
}

import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { conversionRate } from '../../book/conversion.js'
import type { Prices } from '../../book/prices.js'
import { factorsOf } from '../../book/symbol-factors.js'
import { commissionOf } from '../../costs/commission.js'
import { swapOf } from '../../costs/swap.js'
import { powerOfTen, roundedDivide } from '../../numbers/rounding.js'
import { FIXED8_DIGITS, type Minor, type PricePts, type VolumeUnits } from '../../units.js'
import type { AccountEvent, PositionEvent } from '../event.js'
import { positionProfit, profitRate } from './profit.js'

/**
 * Figures of what a request would leave open, and of what would become of that. The nulls are those that need
 * a price that is not there, or that nothing is left of.
 */
export interface WhatIf {
  /** Costs are negative: of the deals, or of the fill that an order waits for. */
  readonly fee: Minor | null
  readonly swapNight: Minor | null
  /** A point's move of the whole volume, in 1e-8 of the account's currency, at the rate of a loss. */
  readonly pointValue: number | null
  readonly lossAtStop: Minor | null
  readonly profitAtTarget: Minor | null
}

/** A position as it would be; an order that rests is the position that it would open at its price. */
export type Prospect = Pick<
  PositionEvent,
  'symbolId' | 'side' | 'volume' | 'priceOpen' | 'openRest' | 'stopLoss' | 'takeProfit'
>

interface Market {
  readonly group: GroupSpec
  readonly book: Book
  readonly prices: Prices
}

/** The position or order that the events leave open; undefined where there is none. */
export function prospectOf(events: readonly AccountEvent[]): Prospect | undefined {
  for (const event of events) {
    if (event.type === 'position' && event.volume > 0) return event
  }
  const [first] = events
  if (first?.type !== 'order' || first.doneAt !== 0) return undefined
  const { symbolId, side, volumeCurrent: volume, price, stopLoss, takeProfit } = first
  return { symbolId, side, volume, priceOpen: price, openRest: 0, stopLoss, takeProfit }
}

export function whatIf(
  market: Market,
  symbol: SymbolSpec,
  events: readonly AccountEvent[],
): WhatIf {
  const fee = feeOf(market, symbol, events)
  const prospect = prospectOf(events)
  if (prospect === undefined) return { ...NOTHING_OPEN, fee }
  const { stopLoss, takeProfit, volume } = prospect
  const { group, book, prices } = market
  return {
    fee,
    swapNight: swapOf(prospect, symbol, group, book, prices, 1) ?? null,
    pointValue: pointValueOf(market, symbol, volume),
    lossAtStop: stopLoss === 0 ? null : profitAt(market, symbol, prospect, stopLoss),
    profitAtTarget: takeProfit === 0 ? null : profitAt(market, symbol, prospect, takeProfit),
  }
}

const NOTHING_OPEN = { swapNight: null, pointValue: null, lossAtStop: null, profitAtTarget: null }

/** As its close at that price would realise it, without swap and commission. */
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

function pointValueOf(
  { group, book, prices }: Market,
  symbol: SymbolSpec,
  volume: VolumeUnits,
): number | null {
  const rate = conversionRate(book, prices, symbol.profitCurrency, group.currency, 'loss')
  if (rate === undefined) return null
  const { numerator, denominator } = factorsOf(symbol).profit
  const amount = BigInt(volume) * numerator * rate * powerOfTen(FIXED8_DIGITS)
  const value = Number(roundedDivide(amount, denominator))
  return Number.isSafeInteger(value) ? value : null
}

function feeOf(
  { group, book, prices }: Market,
  symbol: SymbolSpec,
  events: readonly AccountEvent[],
): Minor | null {
  let fee = 0
  for (const event of events) {
    if (event.type === 'deal') fee += event.commission + event.commissionDue + event.fee
  }
  const [first] = events
  if (first?.type !== 'order' || first.doneAt !== 0) return fee
  const { volumeCurrent: volume, price } = first
  const deal = { entry: 'in', volume, opened: volume, price } as const
  const charged = commissionOf(group, symbol, deal, book, prices)
  return charged === undefined ? null : charged.atOnce + charged.daily
}

/**
 * The largest volume of the symbol's steps that loses no more than `amount` from `priceOpen` to `stopLoss`; 0
 * where even the smallest loses more, undefined without a rate. What loses nothing is the largest.
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
  // More volume never loses less: between the two the border is found by halves.
  let [fits, over] = [0, Math.floor((max - min) / step) + 1]
  while (over - fits > 1) {
    const middle = fits + Math.floor((over - fits) / 2)
    if ((loses(min + middle * step) ?? 0) <= amount) fits = middle
    else over = middle
  }
  return min + fits * step
}

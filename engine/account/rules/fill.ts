import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { conversionRate } from '../../book/conversion.js'
import type { Quote } from '../../book/prices.js'
import { isRefusal, type Refusal, refuseWith } from '../../code.js'
import { type ChargedDeal, type Commission, commissionOf } from '../../costs/commission.js'
import { textFromScaled } from '../../numbers/decimal.js'
import { roundedDivideToNumber } from '../../numbers/rounding.js'
import { because } from '../../reasons/reasons.js'
import type { Minor, PricePts, Rate, Side, VolumeUnits } from '../../units.js'
import type { DecisionContext } from '../decision.js'
import type { AccountEvent, DealEvent, OrderEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import { accountMargin, marginAfterOpening } from '../money/margin.js'
import { availableForMargin } from '../money/money.js'
import { checkWorth } from '../money/money-bounds.js'
import { positionProfit, profitRate } from '../money/profit.js'
import type { Account } from '../state.js'
import type { Stops } from './protection.js'
import { dealRow, filledOrder, type MarketOrder, positionRow } from './rows.js'

/** A fill at the market: its volume, price and quote. */
export interface Fill extends MarketOrder {
  readonly quote: Quote
  /** The rounding remainder of an average price, in points x volume. */
  readonly priceRest?: number
}

/** The rate from margin currency to the account's currency, on the side for a new position. */
export function openingRate(
  context: DecisionContext,
  group: GroupSpec,
  symbol: SymbolSpec,
  side: Side,
): Rate | Refusal {
  const { book, prices } = context
  const use = side === 1 ? 'margin_buy' : 'margin_sell'
  const rate = conversionRate(book, prices, symbol.marginCurrency, group.currency, use)
  return (
    rate ??
    because('trade.off_quotes.conversion', { from: symbol.marginCurrency, to: group.currency })
  )
}

/** The commissions of the group for the deal of a fill. */
export function commissionFor(
  { book, prices }: DecisionContext,
  group: GroupSpec,
  { symbol, volume, price }: Pick<Fill, 'symbol' | 'volume' | 'price'>,
  entry: ChargedDeal['entry'],
  opened: VolumeUnits,
): Commission | Refusal {
  return (
    commissionOf(group, symbol, { entry, volume, opened, price }, book, prices) ??
    because('trade.off_quotes.commission', { currency: group.currency })
  )
}

/**
 * Refuses a fill if the free margin is too small after its costs and after the floating profit and
 * swap that it realises, or if it is worth too much.
 */
export function checkFillMoney(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  fill: Pick<Fill, 'symbol' | 'side' | 'volume' | 'price'>,
  rateMargin: Rate,
  { atOnce, daily }: Commission,
  settled: Minor = 0,
): Refusal | undefined {
  const { book, prices } = context
  const { symbol, side, volume, price } = fill
  const order = { symbol, side, volume, price, rateMargin }
  const margin = marginAfterOpening(account, book, group, prices, order)
  return (
    checkCovered(context, account, group, margin, -atOnce - daily, settled) ??
    checkWorth(context, account, group, symbol, volume, price)
  )
}

/**
 * Refuses an action that leads to `margin` and costs `cost`, unless it does not raise the margin.
 */
export function checkCovered(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  margin: Minor | undefined,
  cost: Minor = 0,
  settled: Minor = 0,
): Refusal | undefined {
  const { book, prices } = context
  const held = accountMargin(account, book, group, prices)
  if (margin === undefined || held === undefined) {
    return because('trade.off_quotes.margin')
  }
  // A trade that does not raise the margin, such as a hedge, is always allowed.
  if (margin <= held) return undefined
  const base = availableForMargin(account, book, group, prices, settled)
  if (base === undefined) {
    return because('trade.off_quotes.position')
  }
  if (base - cost >= margin) return undefined
  const { currency } = group
  const money = (amount: Minor): string => textFromScaled(amount, group.currencyDigits)
  const needed = `${money(margin - held)} ${group.currency} of margin`
  const charged = cost === 0 ? '' : ` and ${money(cost)} of commission`
  const free = money(base - held)
  return refuseWith(
    { needed: money(margin - held + cost), free, currency },
    'trade.no_money',
    `The order needs ${needed}${charged}, and ${free} are free.`,
  )
}

/** The charges of a fill that opens something, and its stops. */
export interface Opening {
  readonly rateMargin: Rate
  readonly stops: Stops
  readonly commission: Commission
}

/** The values of a deal that its order does not contain. */
export interface DealPart {
  readonly entry: ChargedDeal['entry']
  /** The id of the position. 0 if the deal belongs to the order's own position. */
  readonly positionId: number
  readonly realised: RealisedSums
  readonly commission: Commission
  readonly volumeClosed: VolumeUnits
}

/**
 * The rows of the filling order and of its deal. A pending order is passed in its state after the
 * fill.
 */
export function orderAndDeal(
  context: DecisionContext,
  fill: Fill,
  { entry, positionId, realised, commission, volumeClosed }: DealPart,
  stops: Stops | undefined,
  rested: OrderEvent | undefined,
): [OrderEvent, DealEvent] {
  const at = context.now
  const orderId = rested?.id ?? context.nextOrderId()
  const position = positionId || orderId
  const order =
    rested === undefined
      ? filledOrder(orderId, fill, position, at, stops)
      : { ...rested, positionId: position }
  // Written out, because copying from objects of other shapes is several times slower.
  const figures = {
    id: context.nextDealId(),
    orderId,
    positionId: position,
    entry,
    quote: fill.quote,
    rateProfit: realised.rateProfit,
    profit: realised.profit,
    swap: realised.swap,
    commission: commission.atOnce,
    commissionDue: commission.daily,
    volumeClosed,
  }
  return [order, dealRow(fill, figures, at)]
}

export function openPosition(
  context: DecisionContext,
  fill: Fill,
  { rateMargin, stops, commission }: Opening,
  rested?: OrderEvent,
): AccountEvent[] {
  const dealt: DealPart = {
    entry: 'in',
    positionId: 0,
    realised: NOTHING,
    commission,
    volumeClosed: 0,
  }
  const [order, deal] = orderAndDeal(context, fill, dealt, stops, rested)
  const { symbol, side, volume, price, reason, comment, dealer } = fill
  const at = context.now
  return [
    order,
    deal,
    {
      type: 'position',
      id: order.id,
      symbolId: symbol.id,
      side,
      volume,
      priceOpen: price,
      priceClose: 0,
      rateMargin,
      swap: 0,
      openedAt: at,
      closedAt: 0,
      reason,
      comment,
      version: 1,
      stopLoss: stops.stopLoss,
      takeProfit: stops.takeProfit,
      trailingPts: stops.trailingPts,
      openRest: 0,
      dealer,
    },
  ]
}

/** The amounts that closing a volume of a position realises. */
export interface RealisedSums {
  readonly rateProfit: Rate
  readonly profit: Minor
  readonly swap: Minor
  /** The part of the position's `openRest` that the close removes. */
  readonly openRest: number
}

/** The realised amounts of a deal that only opens. */
export const NOTHING: RealisedSums = { rateProfit: 0n, profit: 0, swap: 0, openRest: 0 }

export function realise(
  { book, prices }: DecisionContext,
  group: GroupSpec,
  symbol: SymbolSpec,
  position: Position,
  volume: VolumeUnits,
  price: PricePts,
  priceRest = 0,
): RealisedSums | Refusal {
  const { side, priceOpen } = position
  const openRest = shareOf(position.openRest, position, volume)
  const rest = openRest - priceRest
  const rateProfit = profitRate(book, prices, symbol, group, side, priceOpen, price, rest)
  if (rateProfit === undefined) {
    return because('trade.off_quotes.conversion', {
      from: symbol.profitCurrency,
      to: group.currency,
    })
  }
  return {
    rateProfit,
    profit: positionProfit(symbol, group, side, priceOpen, price, volume, rateProfit, rest),
    swap: shareOf(position.swap, position, volume),
    openRest,
  }
}

/** Closes `fill.volume` of a position at the opposite side. */
export function closePosition(
  context: DecisionContext,
  group: GroupSpec,
  position: Position,
  fill: Fill,
  rested?: OrderEvent,
  entry: 'out' | 'out_by' = 'out',
): AccountEvent[] | Refusal {
  const { symbol, volume, price, priceRest } = fill
  const realised = realise(context, group, symbol, position, volume, price, priceRest)
  if (isRefusal(realised)) return realised
  const commission = commissionFor(context, group, fill, entry, 0)
  if (isRefusal(commission)) return commission
  const dealt: DealPart = {
    entry,
    positionId: position.id,
    realised,
    commission,
    volumeClosed: 0,
  }
  const [order, deal] = orderAndDeal(context, fill, dealt, undefined, rested)
  const left = position.volume - volume
  return [
    order,
    deal,
    positionRow(position, {
      volume: left,
      priceClose: price,
      swap: position.swap - realised.swap,
      openRest: position.openRest - realised.openRest,
      closedAt: left === 0 ? context.now : 0,
    }),
  ]
}

/**
 * The share of a position's `amount` for a part of its volume. The last part takes the whole rest.
 */
export function shareOf(
  amount: number,
  position: Pick<Position, 'volume'>,
  volume: VolumeUnits,
): number {
  if (volume === position.volume || amount === 0) return amount
  return roundedDivideToNumber(BigInt(amount) * BigInt(volume), BigInt(position.volume))
}

/** The market price of a side: buys fill at the ask, sells at the bid. */
export function marketPrice(side: Side, quote: Quote): PricePts {
  return side === 1 ? quote.ask : quote.bid
}

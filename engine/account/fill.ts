import type { GroupSpec, SymbolSpec } from '../book.js'
import { type Refusal, refuse } from '../code.js'
import { conversionRate } from '../conversion.js'
import { textFromScaled } from '../decimal.js'
import type { Quote } from '../prices.js'
import { roundedDivideToNumber } from '../rounding.js'
import type { PricePts, Rate, Side, VolumeUnits } from '../units.js'
import type { DecisionContext } from './decide.js'
import type { AccountEvent, OrderEvent } from './event.js'
import { accountMargin, marginAfterOpening } from './margin.js'
import { availableForMargin } from './money.js'
import { positionProfit, profitRate } from './profit.js'
import type { Stops } from './protection.js'
import { dealRow, filledOrder, type MarketOrder, positionRow } from './rows.js'
import type { Account, Position } from './state.js'

/** A fill at the market: what it opens or closes, at which price and under which quote. */
export interface Fill extends MarketOrder {
  readonly quote: Quote
}

/** Margin currency to the account's at the side that a new position is charged by. */
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
    refuse(
      'trade.off_quotes',
      `There is no price to convert ${symbol.marginCurrency} to ${group.currency} at the moment.`,
    )
  )
}

/** Refuses a fill that the account has no free margin for. */
export function checkFillMoney(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  fill: Pick<Fill, 'symbol' | 'side' | 'volume' | 'price'>,
  rateMargin: Rate,
): Refusal | undefined {
  const { book, prices } = context
  const { symbol, side, volume, price } = fill
  const order = { symbol, side, volume, price, rateMargin }
  const margin = marginAfterOpening(account, book, group, prices, order)
  return checkCovered(context, account, group, margin)
}

/** Refuses what would take the account's margin to `margin`, unless that is no more than it has now. */
export function checkCovered(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  margin: number | undefined,
): Refusal | undefined {
  const { book, prices } = context
  const held = accountMargin(account, book, group, prices)
  if (margin === undefined || held === undefined) {
    return refuse('trade.off_quotes', 'There is no price to tell the margin by at the moment.')
  }
  // What does not raise the margin (a hedge) is always affordable.
  if (margin <= held) return undefined
  const base = availableForMargin(account, book, group, prices)
  if (base === undefined) {
    return refuse('trade.off_quotes', 'An open position has no price at the moment.')
  }
  if (base >= margin) return undefined
  const needed = textFromScaled(margin - held, group.currencyDigits)
  const free = textFromScaled(base - held, group.currencyDigits)
  return refuse(
    'trade.no_money',
    `The order needs ${needed} ${group.currency} of margin, and ${free} are free.`,
  )
}

/** The order that fills: by itself a market order; one that rested is given as it stands when done. */
export type DoneOrder = (id: number, positionId: number) => OrderEvent

/** A new position. */
export function openPosition(
  context: DecisionContext,
  fill: Fill,
  rateMargin: Rate,
  stops: Stops,
  rested?: OrderEvent,
): AccountEvent[] {
  const orderId = rested?.id ?? context.nextOrderId()
  const at = context.now
  const order =
    rested === undefined
      ? filledOrder(orderId, fill, orderId, at, stops)
      : { ...rested, positionId: orderId }
  const figures = {
    id: context.nextDealId(),
    orderId,
    positionId: orderId,
    entry: 'in',
    quote: fill.quote,
    rateProfit: 0n,
    profit: 0,
    swap: 0,
    commission: 0,
    commissionDue: 0,
  } as const
  const { symbol, side, volume, price, reason, comment, dealer } = fill
  return [
    order,
    dealRow(fill, figures, at),
    {
      type: 'position',
      id: orderId,
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

/** Closes `fill.volume` of a position, on the other side of it. */
export function closePosition(
  context: DecisionContext,
  group: GroupSpec,
  position: Position,
  fill: Fill,
  rested?: OrderEvent,
): AccountEvent[] | Refusal {
  const { symbol, volume, price } = fill
  const { side, priceOpen } = position
  const { book, prices } = context
  const rate = profitRate(book, prices, symbol, group, side, priceOpen, price)
  if (rate === undefined) {
    return refuse(
      'trade.off_quotes',
      `There is no price to convert ${symbol.profitCurrency} to ${group.currency} at the moment.`,
    )
  }
  const at = context.now
  const orderId = rested?.id ?? context.nextOrderId()
  const swap = swapShare(position, volume)
  const left = position.volume - volume
  const figures = {
    id: context.nextDealId(),
    orderId,
    positionId: position.id,
    entry: 'out',
    quote: fill.quote,
    rateProfit: rate,
    profit: positionProfit(symbol, group, side, priceOpen, price, volume, rate),
    swap,
    commission: 0,
    commissionDue: 0,
  } as const
  return [
    rested === undefined
      ? filledOrder(orderId, fill, position.id, at)
      : { ...rested, positionId: position.id },
    dealRow(fill, figures, at),
    positionRow(position, {
      volume: left,
      priceClose: price,
      swap: position.swap - swap,
      closedAt: left === 0 ? at : 0,
    }),
  ]
}

/** The swap that the closed part realises: its share by volume, all of it with the whole position. */
export function swapShare(position: Position, volume: VolumeUnits): number {
  if (volume === position.volume || position.swap === 0) return position.swap
  return roundedDivideToNumber(BigInt(position.swap) * BigInt(volume), BigInt(position.volume))
}

/** Buys at the ask, sells at the bid. */
export function marketPrice(side: Side, quote: Quote): PricePts {
  return side === 1 ? quote.ask : quote.bid
}

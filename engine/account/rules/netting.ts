import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { isRefusal, type Refusal } from '../../code.js'
import { roundedDivide, roundedDivideToNumber, safeNumber } from '../../numbers/rounding.js'
import { because } from '../../reasons/reasons.js'
import type { PricePts, Side, VolumeUnits } from '../../units.js'
import { type DecisionContext, hasWaited } from '../decision.js'
import type { AccountEvent, OrderEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import type { Account } from '../state.js'
import { isOnItsWay } from './at-provider/waiting.js'
import { type DealPart, type Fill, NOTHING, type Opening, orderAndDeal, realise } from './fill.js'
import { positionRow } from './rows.js'
import { checkAccess, checkPositionsLimit, checkVolumeLimit } from './symbol-checks.js'

/**
 * Accounts with one position per symbol (docs/trade/netting.md).
 *
 *   N1. An order on the position's side adds to it. The open price is the average by volume in
 *       points, and `openRest` its rounding remainder, so the position is worth exactly what its
 *       orders paid, however many there were. The margin rate is also an average by volume.
 *   N2. An order on the other side reduces it and leaves its average unchanged. Swap and remainder
 *       are reduced by volume, rounded; the last part takes what is left.
 *   N3. A larger order closes it and opens the excess, as one deal. The position keeps its id; all
 *       its other fields, including the open time, are those of the order.
 *   N4. An order that adds or reverses sets the position's stops; without stops the position has
 *       none. An order that only reduces leaves them.
 *   N5. An order that only reduces is a close: it needs no right to open, no room in the limits and
 *       no free margin.
 *   - A pending order is checked against the position at its placement and again when it fills.
 *     Pending orders of one side reduce the position together.
 */
export interface NettingEffect {
  /** The account's existing position in the symbol, if the account nets. */
  readonly position: Position | undefined
  /** The volumes of the order that close the position and that open a new one. */
  readonly closes: VolumeUnits
  readonly opens: VolumeUnits
}

/** The effect of an order on the account's holdings. On hedging accounts it always opens. */
export function nettedBy(
  account: Account,
  group: GroupSpec,
  symbolId: number,
  side: Side,
  volume: VolumeUnits,
): NettingEffect {
  const position = group.record.margin_mode === 'netting' ? held(account, symbolId) : undefined
  if (position === undefined || position.side === side) {
    return { position, closes: 0, opens: volume }
  }
  const closes = Math.min(volume, position.volume)
  return { position, closes, opens: volume - closes }
}

function held(account: Account, symbolId: number): Position | undefined {
  if (!account.exposures.has(symbolId)) return undefined
  for (const position of account.positions.values()) {
    if (position.symbolId === symbolId) return position
  }
  return undefined
}

/** Checks that the symbol may be traded in this way. */
export function checkNettedAccess(
  symbol: SymbolSpec,
  side: Side,
  { opens }: NettingEffect,
): Refusal | undefined {
  if (opens > 0 || symbol.tradeAccess === 'disabled') return checkAccess(symbol, side)
  return undefined
}

/** Checks that the account may hold what the order opens. */
export function checkRoom(
  context: Pick<DecisionContext, 'answer' | 'isDelayed'>,
  account: Account,
  group: GroupSpec,
  symbol: SymbolSpec,
  side: Side,
  { position, closes, opens }: NettingEffect,
): Refusal | undefined {
  if (opens === 0) return undefined
  if (position === undefined) {
    const full = checkPositionsLimit(context, account, group)
    if (full !== undefined) return full
  }
  return checkVolumeLimit(account, symbol, side, opens, closes)
}

/**
 * Checks that an order may reduce a position together with the waiting orders of its side. Together
 * they must not exceed the position's volume, because the excess would open a position without
 * checks.
 */
export function checkUnderWay(
  context: Pick<DecisionContext, 'answer' | 'isDelayed'>,
  account: Account,
  symbolId: number,
  side: Side,
  volume: VolumeUnits,
  { position }: NettingEffect,
): Refusal | undefined {
  if (position === undefined || position.side === side || hasWaited(context)) return undefined
  let under = 0
  for (const order of account.orders.values()) {
    if (!isOnItsWay(order) || order.symbolId !== symbolId || order.side !== side) continue
    under += order.volumeCurrent
  }
  if (under === 0 || under + volume <= position.volume) return undefined
  return because('trade.busy.reducing', { id: position.id })
}

/** Checks that a pending order may be added to the account's positions and pending orders. */
export function checkRoomToRest(
  account: Account,
  symbol: SymbolSpec,
  side: Side,
  volume: VolumeUnits,
  { position }: NettingEffect,
): Refusal | undefined {
  const against = position === undefined || position.side === side ? 0 : position.volume
  return checkVolumeLimit(account, symbol, side, volume - against, against)
}

/** See N1. */
export function addToPosition(
  context: DecisionContext,
  position: Position,
  fill: Fill,
  { rateMargin, stops, commission }: Opening,
  rested?: OrderEvent,
): AccountEvent[] {
  const { priceOpen, openRest } = averageOpen(position, fill.volume, fill.price)
  const [before, added] = [BigInt(position.volume), BigInt(fill.volume)]
  const dealt: DealPart = {
    entry: 'in',
    positionId: position.id,
    realised: NOTHING,
    commission,
    volumeClosed: 0,
  }
  return [
    ...orderAndDeal(context, fill, dealt, stops, rested),
    positionRow(position, {
      ...stopsOf(stops),
      volume: position.volume + fill.volume,
      priceOpen,
      openRest,
      rateMargin: roundedDivide(before * position.rateMargin + added * rateMargin, before + added),
    }),
  ]
}

/** The open price and remainder of a position after a volume was added at a price. */
export function averageOpen(
  position: Pick<Position, 'volume' | 'priceOpen' | 'openRest'>,
  volume: VolumeUnits,
  price: PricePts,
): Pick<Position, 'priceOpen' | 'openRest'> {
  const [before, added] = [BigInt(position.volume), BigInt(volume)]
  const value =
    before * BigInt(position.priceOpen) + BigInt(position.openRest) + added * BigInt(price)
  const whole = before + added
  const priceOpen = roundedDivideToNumber(value, whole)
  return { priceOpen, openRest: safeNumber(value - whole * BigInt(priceOpen)) }
}

/** See N3. */
export function reversePosition(
  context: DecisionContext,
  group: GroupSpec,
  position: Position,
  fill: Fill,
  { rateMargin, stops, commission }: Opening,
  rested?: OrderEvent,
): AccountEvent[] | Refusal {
  const { symbol, side, price, reason, comment, dealer } = fill
  const volumeClosed = position.volume
  const realised = realise(context, group, symbol, position, volumeClosed, price)
  if (isRefusal(realised)) return realised
  const dealt: DealPart = {
    entry: 'inout',
    positionId: position.id,
    realised,
    commission,
    volumeClosed,
  }
  return [
    ...orderAndDeal(context, fill, dealt, stops, rested),
    positionRow(position, {
      ...stopsOf(stops),
      side,
      volume: fill.volume - volumeClosed,
      priceOpen: price,
      priceClose: price,
      openRest: 0,
      rateMargin,
      swap: 0,
      openedAt: context.now,
      reason,
      comment,
      dealer,
    }),
  ]
}

function stopsOf({ stopLoss, takeProfit, trailingPts }: Opening['stops']) {
  return { stopLoss, takeProfit, trailingPts }
}

import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { isRefusal, type Refusal, refuse } from '../../code.js'
import { roundedDivide, roundedDivideToNumber, safeNumber } from '../../numbers/rounding.js'
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
 * Accounts that hold one position for each symbol (docs/trade/netting.md).
 *
 *   N1. An order of the position's side adds to it: the open price is the average by volume, in points
 *       of the symbol, and `openRest` what that rounding left, so the position is worth to the last
 *       digit what its orders paid, however many there were. The margin rate is the average by volume
 *       of the rate so far and the order's.
 *   N2. One of the other side takes from it, and leaves its average as it is: the swap and the rest
 *       leave by volume, rounded, and all that is left of them with the last part.
 *   N3. One that is larger closes it and opens what is over, as one deal. The position keeps its id:
 *       all else of it is the order's, the time at which it was opened too.
 *   N4. What adds or reverses brings its stops along; without any the position has none. What only
 *       takes away leaves them.
 *   N5. What only takes away is a close: it needs no access to open, no room and no free margin.
 *   N6. An order that rests is judged by the position that is there when it is placed, and again when
 *       it fills. Those that rest on a side take from the position together.
 */
export interface NettingEffect {
  /** Position of the account in the symbol, where it nets. */
  readonly position: Position | undefined
  /** The volume of the order that closes it, and the volume that opens something. */
  readonly closes: VolumeUnits
  readonly opens: VolumeUnits
}

/** Effect of an order by what the account holds. Hedging accounts open whatever they hold. */
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

/** Whether the symbol may be traded so. */
export function checkNettedAccess(
  symbol: SymbolSpec,
  side: Side,
  { opens }: NettingEffect,
): Refusal | undefined {
  if (opens > 0 || symbol.tradeAccess === 'disabled') return checkAccess(symbol, side)
  return undefined
}

/** Whether the account may hold what the order opens. */
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
 * Whether an order may take from a position beside those of its side that are on their way: whatever they take together beyond its volume
 * opens something, which none of them was judged by.
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
  const why = `Orders that take from position ${position.id} are waiting. Wait for their results.`
  return refuse('trade.busy', why)
}

/** Whether an order may rest beside what its account holds and has resting. */
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

/** N1. */
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

/** Open price and rest of a position when a volume is added at a price. */
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

/** N3. */
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

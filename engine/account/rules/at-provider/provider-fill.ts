import { assert } from '../../../assert.js'
import { groupOf } from '../../../book/book.js'
import type { GroupSpec } from '../../../book/compiled.js'
import { symbolOfGroup } from '../../../book/group-symbols.js'
import type { Quote } from '../../../book/prices.js'
import { isRefusal, type Refusal } from '../../../code.js'
import { roundedDivideToNumber } from '../../../numbers/rounding.js'
import type { PricePts, Rate, VolumeUnits } from '../../../units.js'
import { cancelledPair } from '../../decide/delete.js'
import { compensation } from '../../decide/stop-out.js'
import type { DecisionContext } from '../../decision.js'
import type { AccountEvent, OrderEvent, Reason } from '../../event.js'
import type { Position } from '../../holdings/position.js'
import type { Account } from '../../state.js'
import { closePosition, commissionFor, type Fill, openingRate, openPosition } from '../fill.js'
import { addToPosition, nettedBy, reversePosition } from '../netting.js'
import { NO_STOPS, type Stops } from '../protection.js'
import { filledOrder, type MarketOrder } from '../rows.js'
import { type GivenHeldFill, hasOpenFills, roomOf, withHeld } from './held-fills.js'
import { filledOf } from './provider-order.js'
import { restsAtProvider } from './resting-order.js'

/**
 * Books trades that a provider has made.
 *
 *   - The trades are facts: no limit, margin, access right or trading hour here can refuse them.
 *     They wait only if a price for their money is missing.
 *   - The fills of an order go to one position, which the first of them opens.
 *   P3. Volume that no order can take (the order has ended or is filled, or its position is closed)
 *       becomes a deal of a separate order, with reason `gateway`. It reduces the position that the
 *       order was to close, or adds to the one that it had opened, if that is still open.
 */
export interface ProviderFill {
  readonly volume: VolumeUnits
  readonly price: PricePts
  readonly executionId: string
  readonly externalId: string
}

/** True if the order can take the fill (P3). */
export function takesFill(account: Account, order: OrderEvent, volume: VolumeUnits): boolean {
  const hasGone = order.positionId === order.id && !account.positions.has(order.id)
  return volume <= roomOf(order) && !hasGone
}

/**
 * The order stays `started` until it is filled completely, or rests at its provider with the
 * remaining volume.
 */
export function bookFill(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  given: ProviderFill,
): AccountEvent[] | Refusal {
  assert(takesFill(account, order, given.volume), 'the order can take it')
  const { now } = context
  const left = order.volumeCurrent - given.volume
  const filledValue = order.filledValue + BigInt(given.volume) * BigInt(given.price)
  const isMarket = order.kind === 'market'
  const isIdleThere = restsAtProvider(order) && order.asked === '' && !hasOpenFills(order)
  const row: OrderEvent = {
    ...filledBy(order, given, filledValue),
    volumeCurrent: left,
    state: left === 0 ? 'filled' : isIdleThere ? 'partial' : 'started',
    doneAt: left === 0 ? now : 0,
    version: order.version + 1,
    // A pending order keeps its own price.
    price: isMarket
      ? roundedDivideToNumber(filledValue, BigInt(order.volumeInitial - left))
      : order.price,
  }
  const booked = book(context, account, row, given, isMarket ? order.reason : 'activation')
  if (isRefusal(booked)) return booked
  const isFirst = filledOf(order) === 0
  return isFirst && !isMarket ? [...booked, ...cancelledPair(context, account, order)] : booked
}

/** Books a fill apart (P3). `order` is the one that was sent, if known. */
export function bookApart(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  given: ProviderFill,
): AccountEvent[] | Refusal {
  const own = ownOrder(context, account, order, given)
  const row = { ...filledBy(own, given, paidFor(given)), positionId: positionOf(account, order) }
  return book(context, account, row, given, 'gateway')
}

/** The separate order for a held fill (P3). */
export function heldApart(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  held: GivenHeldFill,
): OrderEvent {
  const { volume, price, execution: executionId, external: externalId } = held
  const given = { volume, price, executionId, externalId }
  const own: OrderEvent = {
    ...ownOrder(context, account, order, given),
    price: 0,
    externalId,
    volumeCurrent: volume,
    doneAt: 0,
    positionId: order.positionId === 0 ? order.id : order.positionId,
    // The first row of the new order contains the fill.
    version: 0,
  }
  return withHeld(own, held)
}

/** True for the separate order of a fill that no order could take. */
export function isApart({ reason }: Pick<OrderEvent, 'reason'>): boolean {
  return reason === 'gateway'
}

/** Books the fill of a separate order after its decision. */
export function bookHeldApart(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  given: ProviderFill,
): AccountEvent[] | Refusal {
  const row: OrderEvent = {
    ...filledBy(order, given, paidFor(given)),
    state: 'filled',
    volumeCurrent: 0,
    price: given.price,
    doneAt: context.now,
    version: order.version + 1,
    positionId: positionOf(account, order),
  }
  return book(context, account, row, given, 'gateway')
}

function ownOrder(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  { volume, price }: ProviderFill,
): OrderEvent {
  const { symbol } = sceneOf(context, account, order)
  const terms: MarketOrder = {
    symbol,
    side: order.side,
    volume,
    price,
    reason: 'gateway',
    comment: `order ${order.id}`,
    dealer: 0,
    deviationPts: 0,
    filling: '',
    ruleId: 0,
    priceAsked: 0,
  }
  const own = filledOrder(context.nextOrderId(), terms, 0, context.now)
  return { ...own, gatewayId: order.gatewayId }
}

/** The position that the order was to close or had opened; 0 if it is closed. */
function positionOf(account: Account, { positionId }: OrderEvent): number {
  return account.positions.has(positionId) ? positionId : 0
}

function paidFor({ volume, price }: ProviderFill): bigint {
  return BigInt(volume) * BigInt(price)
}

function filledBy(
  order: OrderEvent,
  { externalId }: ProviderFill,
  filledValue: bigint,
): OrderEvent {
  return { ...order, filledValue, externalId: externalId === '' ? order.externalId : externalId }
}

/** Books the fill; `row` is the order after the fill. */
function book(
  context: DecisionContext,
  account: Account,
  row: OrderEvent,
  { volume, price, executionId }: ProviderFill,
  reason: Reason,
): AccountEvent[] | Refusal {
  const { group, symbol } = sceneOf(context, account, row)
  const quote = context.prices.quote(symbol.id) ?? unquoted(price, context.now)
  const { side, comment, dealer, deviationPts, filling, clientOrderId, session } = row
  const source = { clientOrderId, session }
  const { ruleId, priceAsked, reason: own } = row
  const asked = { deviationPts, filling, ruleId, priceAsked }
  const terms = { comment, dealer, source, reason: own, ...asked }
  const fill: Fill = { symbol, side, volume, price, quote, ...terms }
  const met = metBy(account, group, row, volume)
  const booked = meet(context, group, row, fill, met)
  if (isRefusal(booked)) return booked
  const events = named(booked, row.id, executionId, reason)
  if (row.reason !== 'stop_out') return events
  return [...events, ...compensation(context, account, group, events)]
}

export function sceneOf({ book: settings }: DecisionContext, account: Account, order: OrderEvent) {
  const group = groupOf(settings, account.groupPath)
  const listed = settings.symbolsById.get(order.symbolId)
  assert(group !== undefined && listed !== undefined, 'what was traded is in the settings')
  return { group, symbol: symbolOfGroup(group, listed) }
}

/** A quote with the deal's own price on both sides, for a deal without a known market. */
export function unquoted(price: PricePts, at: number): Quote {
  return { bid: price, ask: price, at }
}

/** The position that a fill affects, with the volumes that close it and that open something. */
interface Met {
  readonly position: Position | undefined
  readonly closes: VolumeUnits
  readonly opens: VolumeUnits
}

function metBy(account: Account, group: GroupSpec, order: OrderEvent, volume: VolumeUnits): Met {
  const { side, symbolId } = order
  if (group.record.margin_mode === 'netting') {
    return nettedBy(account, group, symbolId, side, volume)
  }
  const position = account.positions.get(order.positionId)
  if (position === undefined || position.side === side)
    return { position, closes: 0, opens: volume }
  const closes = Math.min(volume, position.volume)
  return { position, closes, opens: volume - closes }
}

function meet(
  context: DecisionContext,
  group: GroupSpec,
  row: OrderEvent,
  fill: Fill,
  { position, closes, opens }: Met,
): AccountEvent[] | Refusal {
  if (position !== undefined && opens === 0) {
    return closePosition(context, group, position, fill, row)
  }
  const rateMargin = rateOf(context, group, row, fill)
  if (typeof rateMargin !== 'bigint') return rateMargin
  const isReversal = closes > 0 && group.record.margin_mode === 'netting'
  // A reversal is one deal for the whole fill; otherwise the closing part is a separate deal with
  // its own commission.
  const opened = isReversal ? fill : { ...fill, volume: opens }
  const commission = commissionFor(context, group, opened, isReversal ? 'inout' : 'in', opens)
  if (isRefusal(commission)) return commission
  const opening = { rateMargin, stops: stopsOf(row, position, closes), commission }
  if (position === undefined) return openPosition(context, fill, opening, row)
  if (closes === 0) return addToPosition(context, position, fill, opening, row)
  if (isReversal) return reversePosition(context, group, position, fill, opening, row)
  // A hedging account's position cannot reverse: the volume beyond it opens a new position.
  const closed = closePosition(context, group, position, { ...fill, volume: closes }, row)
  if (isRefusal(closed)) return closed
  const [order, ...rest] = openPosition(context, opened, opening, row)
  assert(order !== undefined, 'what opens has an order')
  return [order, ...closed.slice(1), ...rest]
}

/** The current margin rate, or without a price the rate when the order was sent. */
function rateOf(
  context: DecisionContext,
  group: GroupSpec,
  row: OrderEvent,
  { symbol, side }: Fill,
): Rate | Refusal {
  const rate = openingRate(context, group, symbol, side)
  return typeof rate === 'bigint' || row.rateMargin === 0n ? rate : row.rateMargin
}

/** A further fill of the position's own order keeps the position's current stops. */
function stopsOf(row: OrderEvent, position: Position | undefined, closes: VolumeUnits): Stops {
  const isOpening = row.positionId === 0 && row.reason !== 'gateway'
  if (position === undefined || closes > 0) return isOpening ? row : NO_STOPS
  return isOpening ? row : position
}

/** Adds the provider's execution id to each deal, and the newest deal's id to the order. */
function named(
  events: readonly AccountEvent[],
  orderId: number,
  executionId: string,
  reason: Reason,
): AccountEvent[] {
  let lastDealId = 0
  for (const event of events) if (event.type === 'deal') lastDealId = event.id
  return events.map((event) => {
    if (event.type === 'deal') return { ...event, externalId: executionId, reason }
    return event.type === 'order' && event.id === orderId ? { ...event, lastDealId } : event
  })
}

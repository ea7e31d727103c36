import type { Book } from '../../../book/compiled.js'
import type { Quote } from '../../../book/prices.js'
import { parameterValue } from '../../../config/kinds/connection.js'
import { FILL_DEVIATION, FILL_DEVIATION_DEFAULT } from '../../../config/kinds/fix-parameters.js'
import { MONEY_MAX } from '../../../limits/trading.js'
import type { PricePts } from '../../../units.js'
import type { DecisionContext } from '../../decision.js'
import type { AccountEvent, OrderEvent } from '../../event.js'
import { checkMoney, checkWorth, worthOf } from '../../money/money-bounds.js'
import type { Account } from '../../state.js'
import { OPENING } from '../parked-order.js'
import { type ProviderFill, sceneOf } from './provider-fill.js'

/**
 * Bounds for a provider's fills. Fills within them are booked at once; others are held for staff
 * (held-fills.ts).
 */

/** The allowed deviation of the gateway's fills from the market, in percent; 0 allows any. */
export function fillDeviationOf({ records }: Book, gatewayId: number): number {
  const gateway = records.gateways.find(({ id }) => id === gatewayId)
  const value = gateway === undefined ? '' : parameterValue(gateway.params, FILL_DEVIATION)
  // The gateway was saved before this parameter existed.
  return value === '' ? FILL_DEVIATION_DEFAULT : Number(value)
}

type Market = Pick<Quote, 'bid' | 'ask'>

/**
 * The market with which a fill is compared: the last known price for the account's group, however
 * old, or the one stored with the order. Undefined if there is neither.
 */
export function marketOfFill(
  { prices }: Pick<DecisionContext, 'prices'>,
  { symbolId, price }: OrderEvent,
): Market | undefined {
  const known = prices.quote(symbolId)
  if (known !== undefined) return known
  return price > 0 ? { bid: price, ask: price } : undefined
}

/**
 * True if a price is further than this percentage from the nearer side of the market; 0 allows any
 * distance.
 */
export function isFarFrom(price: PricePts, { bid, ask }: Market, percent: number): boolean {
  if (percent === 0) return false
  const nearer = price > ask ? ask : bid
  const distance = price > ask ? price - ask : Math.max(0, bid - price)
  return BigInt(distance) * 100n > BigInt(nearer) * BigInt(percent)
}

/** True if the volume at that price is worth more than can be computed exactly. */
export function isBeyondWorth(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  { volume, price }: Pick<ProviderFill, 'volume' | 'price'>,
): boolean {
  const { group, symbol } = sceneOf(context, account, order)
  return worthOf(context, group, symbol, volume, price) > MONEY_MAX
}

/** True if the money of the fill's `events` stays within the account's bounds. */
export function isCountable(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  { volume, price }: Pick<ProviderFill, 'volume' | 'price'>,
  events: readonly AccountEvent[],
): boolean {
  if (checkMoney(account, events) !== undefined) return false
  if (!events.some((event) => event.type === 'deal' && OPENING.has(event.entry))) return true
  const { group, symbol } = sceneOf(context, account, order)
  return checkWorth(context, account, group, symbol, volume, price) === undefined
}

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
 * The bounds of what a provider reports: it is booked at once within them, and held for staff beyond them
 * (held-fills.ts).
 */

/** The percentage of the market that a fill of the gateway may be away from it; 0 is any. */
export function fillDeviationOf({ records }: Book, gatewayId: number): number {
  const gateway = records.gateways.find(({ id }) => id === gatewayId)
  const value = gateway === undefined ? '' : parameterValue(gateway.params, FILL_DEVIATION)
  // A list of parameters from before there was this one.
  return value === '' ? FILL_DEVIATION_DEFAULT : Number(value)
}

type Market = Pick<Quote, 'bid' | 'ask'>

/**
 * The market that a fill is compared with: the last known price as the account's group has it, however old; else that
 * of the order itself. Undefined where there is neither.
 */
export function marketOfFill(
  { prices }: Pick<DecisionContext, 'prices'>,
  { symbolId, price }: OrderEvent,
): Market | undefined {
  const known = prices.quote(symbolId)
  if (known !== undefined) return known
  return price > 0 ? { bid: price, ask: price } : undefined
}

/** Whether a price is further than so many percent from the nearer side of the market; 0 is any. */
export function isFarFrom(price: PricePts, { bid, ask }: Market, percent: number): boolean {
  if (percent === 0) return false
  const nearer = price > ask ? ask : bid
  const distance = price > ask ? price - ask : Math.max(0, bid - price)
  return BigInt(distance) * 100n > BigInt(nearer) * BigInt(percent)
}

/** Whether so much at that price is worth more than can be counted: nothing is reckoned of it then. */
export function isBeyondWorth(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  { volume, price }: Pick<ProviderFill, 'volume' | 'price'>,
): boolean {
  const { group, symbol } = sceneOf(context, account, order)
  return worthOf(context, group, symbol, volume, price) > MONEY_MAX
}

/** Whether the account can count the money of what a fill makes of it, `events`. */
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

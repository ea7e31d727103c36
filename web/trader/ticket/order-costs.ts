import { signal } from '@preact/signals'
import type { FrameSchemas, Side } from '../../link/contract.js'
import { positionList, terms } from '../account/account.js'

/** The costs of an order as the server's `check` says before it is sent. */
export type Costs = FrameSchemas['TradeCheckView']

/** The order that a check was asked about: its lots, and its price where it has one of its own. */
interface CheckedOrder {
  readonly volume: string
  readonly price: string | null
}

interface Checked extends CheckedOrder {
  readonly costs: Costs
}

/** The last of each symbol and side. */
const checks = signal<ReadonlyMap<string, Checked>>(new Map())

export function keepCosts(symbol: string, side: Side, order: CheckedOrder, costs: Costs): void {
  checks.value = new Map(checks.value).set(`${symbol} ${side}`, { ...order, costs })
}

/** Null until a check of that very order has said it. */
export function costsOf(symbol: string, side: Side, order: CheckedOrder): Costs | null {
  const known = checks.value.get(`${symbol} ${side}`)
  return known?.volume === order.volume && known.price === order.price ? known.costs : null
}

interface OrderPoint {
  /** The worth of one point, in the account's currency. */
  readonly value: string
  /** The price from which it counts; null is the order's own. */
  readonly from: string | null
}

/** The point value from the last check of so many lots on that side. */
export function pointOfOrder(symbol: string, side: Side, order: CheckedOrder): OrderPoint | null {
  const known = checks.value.get(`${symbol} ${side}`)
  const value = known?.costs.point_value ?? null
  if (known === undefined || value === null || known.volume !== order.volume) return null
  const isAdded =
    terms.value?.margin_mode === 'netting' &&
    positionList.value.some((one) => one.symbol === symbol)
  if (!isAdded) return { value, from: null }
  // What an order adds to has one average price, which is another at each price of the order.
  return known.price === order.price ? { value, from: known.costs.price_after ?? null } : null
}

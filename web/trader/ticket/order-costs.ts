import { signal } from '@preact/signals'
import type { FrameSchemas, Side } from '../../link/contract.js'
import { positionList, terms } from '../account/account.js'

/** The costs of an order from the server's `check`. */
export type Costs = FrameSchemas['TradeCheckView']

/** The order that was checked: its volume, and its own price if it has one. */
interface CheckedOrder {
  readonly volume: string
  readonly price: string | null
}

interface Checked extends CheckedOrder {
  readonly costs: Costs
}

/** The last check of each symbol and side. */
const checks = signal<ReadonlyMap<string, Checked>>(new Map())

export function keepCosts(symbol: string, side: Side, order: CheckedOrder, costs: Costs): void {
  checks.value = new Map(checks.value).set(`${symbol} ${side}`, { ...order, costs })
}

/** The costs of this order; null until the server has checked exactly this order. */
export function costsOf(symbol: string, side: Side, order: CheckedOrder): Costs | null {
  const known = checks.value.get(`${symbol} ${side}`)
  return known?.volume === order.volume && known.price === order.price ? known.costs : null
}

interface OrderPoint {
  /** The value of one point in the account's currency. */
  readonly value: string
  /** The price from which points are counted; null means the order's own price. */
  readonly from: string | null
}

/** The point value from the last check of this volume and side. */
export function pointOfOrder(symbol: string, side: Side, order: CheckedOrder): OrderPoint | null {
  const known = checks.value.get(`${symbol} ${side}`)
  const value = known?.costs.point_value ?? null
  if (known === undefined || value === null || known.volume !== order.volume) return null
  const isAdded =
    terms.value?.margin_mode === 'netting' &&
    positionList.value.some((one) => one.symbol === symbol)
  if (!isAdded) return { value, from: null }
  // An order that increases a position changes the average price, which depends on the order's price.
  return known.price === order.price ? { value, from: known.costs.price_after ?? null } : null
}

import type { Schemas } from '../../link/contract.js'
import { bothText, fractionOf, scaled, unscaled } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { pointsWorse } from '../steps/steps.js'

/** A fill that waits for staff, and how far it is from the market. */
export type HeldFill = Schemas['HeldFillView']

export const keyOf = ({ order_id, number }: HeldFill): string => `${order_id} ${number}`

/** The side of the market at which it would have been filled. */
export function marketOf({ side, bid, ask }: HeldFill): string | null {
  return side === 'buy' ? ask : bid
}

export function marketText({ bid, ask }: HeldFill): string {
  return bothText(bid, ask) ?? words.value.none
}

/** By so many points the provider's price is worse for the client than the market was; null where there was none. */
export function differenceOf(fill: HeldFill): bigint | null {
  const market = marketOf(fill)
  return market === null ? null : pointsWorse(fill.side, market, fill.price)
}

/** What so many points come to, by what one of all its lots is worth; two digits, as a figure to judge by. */
export function moneyOfPoints(points: bigint, worth: string): string {
  const digits = Math.max(MONEY_DIGITS, fractionOf(worth))
  const unit = 10n ** BigInt(digits - MONEY_DIGITS)
  return unscaled((points * scaled(worth, digits)) / unit, MONEY_DIGITS)
}

const MONEY_DIGITS = 2

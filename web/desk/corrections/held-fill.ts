import type { Schemas } from '../../link/contract.js'
import { bothText, fractionOf, scaled, unscaled } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { pointsWorse } from '../steps/steps.js'

/** A held fill, and its distance from the market. */
export type HeldFill = Schemas['HeldFillView']

export const keyOf = ({ order_id, number }: HeldFill): string => `${order_id} ${number}`

/** The market price at which the fill would have been executed. */
export function marketOf({ side, bid, ask }: HeldFill): string | null {
  return side === 'buy' ? ask : bid
}

export function marketText({ bid, ask }: HeldFill): string {
  return bothText(bid, ask) ?? words.value.none
}

/**
 * How many points the provider's price is worse for the client than the market; null if there was
 * no market price.
 */
export function differenceOf(fill: HeldFill): bigint | null {
  const market = marketOf(fill)
  return market === null ? null : pointsWorse(fill.side, market, fill.price)
}

/**
 * The value of a number of points, rounded to two digits because it is only an estimate. `worth` is
 * the value of one point for the whole volume.
 */
export function moneyOfPoints(points: bigint, worth: string): string {
  const digits = Math.max(MONEY_DIGITS, fractionOf(worth))
  const unit = 10n ** BigInt(digits - MONEY_DIGITS)
  return unscaled((points * scaled(worth, digits)) / unit, MONEY_DIGITS)
}

const MONEY_DIGITS = 2

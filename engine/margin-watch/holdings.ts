import { BUY, ROW as EXPOSURE, SELL, VALUE, VOLUME } from '../account/holdings/exposures.js'
import type { Account } from '../account/state.js'
import { approximateDifference } from '../numbers/exact-sums.js'

/**
 * The holdings of an account, as rows of numbers, one row a symbol:
 *
 *   net = open x price - locked x spread + base, in points x volume
 *
 * where `open` is what is not hedged, above zero bought and going by the bid, below zero sold and
 * going by the ask, `locked` is bought and sold at once, and `base` is what it was opened at. So what
 * is hedged goes by nothing but the spread. The value is net x worth x rate, at the rate of losses
 * when it is below zero and of gains when it is above.
 */
export type Holdings = readonly number[]

/** The places of a row's figures. */
export const SYMBOL = 0
export const OPEN = 1
export const LOCKED = 2
export const BASE = 3
export const ROW = 4

export function holdingsOf(account: Account): Holdings {
  const rows: number[] = []
  const { rows: held, size } = account.exposures
  for (let at = 0; at < size * EXPOSURE; at += EXPOSURE) {
    const bought = held[at + BUY + VOLUME] as number
    const sold = held[at + SELL + VOLUME] as number
    const base = approximateDifference(held, at + SELL + VALUE, at + BUY + VALUE)
    rows.push(held[at] as number, bought - sold, Math.min(bought, sold), base)
  }
  return rows
}

import { BUY, ROW as EXPOSURE, SELL, VALUE, VOLUME } from '../account/holdings/exposures.js'
import type { Account } from '../account/state.js'
import { approximateDifference } from '../numbers/exact-sums.js'

/**
 * The holdings of an account as rows of numbers, one per symbol:
 *
 * net = open x price - locked x spread + base, in points x volume
 *
 * `open` is the unhedged volume: positive if bought, valued at the bid; negative if sold, valued at
 * the ask. `locked` is the hedged volume, which only depends on the spread, and `base` is the open
 * value. The value is net x worth x rate, at the rate for losses if negative and for gains if
 * positive.
 */
export type Holdings = readonly number[]

/** The indexes of the figures in a row. */
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

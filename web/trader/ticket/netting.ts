import type { Side } from '../../link/contract.js'
import { scaled, unscaled } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import { type Position, positionList, terms } from '../account/account.js'
import { lotsWords } from './volumes.js'

const VOLUME_DIGITS = 8

/**
 * An order that only reduces the position of a netting account. The position keeps its stops, and
 * the order has none.
 */
export interface Reduction {
  readonly position: Position
  /** The remaining volume; zero if the order closes the position. */
  readonly left: string
}

export function nettedPosition(symbol: string): Position | undefined {
  if (terms.value?.margin_mode !== 'netting') return undefined
  return positionList.value.find((one) => one.symbol === symbol)
}

/**
 * The reduction by an order. Null if the order would open something: on a hedging account, on the
 * side of the position, or if it is larger.
 */
export function reductionBy(symbol: string, side: Side, lots: string): Reduction | null {
  const position = nettedPosition(symbol)
  if (position === undefined || position.side === side) return null
  const left = scaled(position.volume, VOLUME_DIGITS) - scaled(lots, VOLUME_DIGITS)
  if (left < 0n) return null
  return { position, left: unscaled(left, VOLUME_DIGITS) }
}

/** The reduction as text, such as `Reduces your sell to 1.60 lots; its stops stay.` */
export function reductionWords({ position, left }: Reduction): string {
  const { netting: text } = words.value.ticket
  const { side, symbol } = position
  return /[1-9]/.test(left)
    ? text.reduces[side]({ left: lotsWords(symbol, left) })
    : text.closes[side]
}

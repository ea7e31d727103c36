import type { AccountEvent, OrderEvent, PositionEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import type { Account } from '../state.js'

/**
 * True where an order stands as it was but for its version and how its client names the request: all that it
 * was asked to have it has.
 */
export function isSameOrder(held: OrderEvent, row: OrderEvent): boolean {
  return Object.entries(held).every(
    ([name, value]) => UNASKED.has(name) || row[name as keyof OrderEvent] === value,
  )
}

const UNASKED: ReadonlySet<string> = new Set([
  'version',
  'clientOrderId',
] satisfies (keyof OrderEvent)[])

/** The same of a position. Written out: it is asked for every change of stops. */
export function isSamePosition(held: Position, row: Omit<PositionEvent, 'type'>): boolean {
  return (
    held.stopLoss === row.stopLoss &&
    held.takeProfit === row.takeProfit &&
    held.trailingPts === row.trailingPts &&
    held.comment === row.comment &&
    held.reason === row.reason &&
    held.dealer === row.dealer &&
    held.openedAt === row.openedAt &&
    weighsTheSame(held, row)
  )
}

/** Whether all that an exposure sums is as it was. */
export function weighsTheSame(held: Position, row: Position): boolean {
  return (
    held.volume === row.volume &&
    held.priceOpen === row.priceOpen &&
    held.openRest === row.openRest &&
    held.swap === row.swap &&
    held.side === row.side &&
    held.symbolId === row.symbolId &&
    held.rateMargin === row.rateMargin
  )
}

/** True where what was decided is the row of an order or a position that is unchanged. */
export function changesNothing(account: Account, decided: readonly AccountEvent[]): boolean {
  const [row] = decided
  if (row === undefined || decided.length > 1) return false
  if (row.type === 'order') {
    const held = account.orders.get(row.id)
    return held !== undefined && isSameOrder(held, row)
  }
  if (row.type !== 'position' && row.type !== 'correction') return false
  const held = account.positions.get(row.id)
  return held !== undefined && isSamePosition(held, row)
}

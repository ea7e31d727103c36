import type { AccountEvent, OrderEvent, PositionEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import type { Account } from '../state.js'

/** True if an order is unchanged except for its version and the client's name of the request. */
export function isSameOrder(held: OrderEvent, row: OrderEvent): boolean {
  return Object.entries(held).every(
    ([name, value]) => UNASKED.has(name) || row[name as keyof OrderEvent] === value,
  )
}

const UNASKED: ReadonlySet<string> = new Set([
  'version',
  'clientOrderId',
] satisfies (keyof OrderEvent)[])

/**
 * True if a position is unchanged. Written out, because every change of stops calls this function.
 */
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

/** True if everything that an exposure sums is unchanged. */
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

/** True if the decided event is an unchanged row of an order or position. */
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

import type { AccountEvent, OrderEvent, PositionEvent } from './event.js'
import type { Account, Position } from './state.js'

/** True where a row stands as it was but for its version: all that it was asked to have it has. */
export function isUnchanged(
  held: OrderEvent | Position,
  row: OrderEvent | Omit<PositionEvent, 'type'>,
): boolean {
  const fields = row as unknown as Readonly<Record<string, unknown>>
  return Object.entries(held).every(([name, value]) => name === 'version' || fields[name] === value)
}

/** True where what was decided is the row of an order or a position that is unchanged. */
export function changesNothing(account: Account, decided: readonly AccountEvent[]): boolean {
  const [row] = decided
  if (row === undefined || decided.length > 1) return false
  if (row.type === 'order') {
    const held = account.orders.get(row.id)
    return held !== undefined && isUnchanged(held, row)
  }
  if (row.type !== 'position' && row.type !== 'correction') return false
  const held = account.positions.get(row.id)
  return held !== undefined && isUnchanged(held, row)
}

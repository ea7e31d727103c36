import type { GroupSpec } from '../../book/compiled.js'
import type { AccountEvent, OrderEvent } from '../event.js'
import type { Outlook, Prospect } from '../money/what-if.js'
import type { Account } from '../state.js'
import { isGoing, requestedTerms, takenAtProvider } from './at-provider/resting-order.js'
import { shareOf } from './fill.js'
import { averageOpen, type NettingEffect, nettedBy } from './netting.js'

/**
 * The state after a decided request. A pending order counts as filled at its price, on top of the
 * current holdings.
 */
export function outlookOf(
  account: Account,
  group: GroupSpec,
  events: readonly AccountEvent[],
): Outlook {
  const rows = events.filter((event) => event.type === 'position')
  const row = rows.find(({ volume }) => volume > 0) ?? rows[0]
  const order = row === undefined ? restingIn(events) : undefined
  if (order === undefined) return { position: row, awaited: undefined }
  const { symbolId, side, volumeCurrent: volume, price } = order
  const netted = nettedBy(account, group, symbolId, side, volume)
  const { closes, opens: opened } = netted
  const entry = closes === 0 ? 'in' : opened === 0 ? 'out' : 'inout'
  return { position: filled(order, netted), awaited: { entry, volume, opened, price } }
}

/** The pending order among the events, with the requested terms if it rests at a provider. */
function restingIn([first]: readonly AccountEvent[]): OrderEvent | undefined {
  if (first?.type !== 'order' || first.doneAt !== 0 || isGoing(first)) return undefined
  return requestedTerms(first) === undefined ? first : takenAtProvider(first)
}

/** Applies N1 to N4 of netting.ts. An order that does not net opens a new position. */
function filled(order: OrderEvent, { position, closes, opens }: NettingEffect): Prospect {
  const { symbolId, side, volumeCurrent: volume, price, stopLoss, takeProfit } = order
  if (position === undefined || (closes > 0 && opens > 0)) {
    return { symbolId, side, volume: opens, priceOpen: price, openRest: 0, stopLoss, takeProfit }
  }
  if (closes === 0) {
    const average = averageOpen(position, volume, price)
    return { symbolId, side, volume: position.volume + volume, ...average, stopLoss, takeProfit }
  }
  const openRest = position.openRest - shareOf(position.openRest, position, closes)
  return { ...position, volume: position.volume - closes, openRest }
}

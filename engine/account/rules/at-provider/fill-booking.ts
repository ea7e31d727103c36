import { isRefusal, type Refusal } from '../../../code.js'
import { apply } from '../../apply.js'
import type { DecisionContext } from '../../decision.js'
import type { AccountEvent, OrderEvent } from '../../event.js'
import { scratchOf } from '../../holdings/account-copy.js'
import type { Account } from '../../state.js'
import { roomOf } from './held-fills.js'
import { bookApart, bookFill, type ProviderFill, takesFill } from './provider-fill.js'

/** The result of a fill of an order at its provider. */
export interface FillBooking {
  /** The events of the fill. The order's row is the first if the order takes a part of the fill. */
  readonly events: readonly AccountEvent[]
  /** The events for the part of the fill that the order could not take. */
  readonly apart: readonly AccountEvent[]
  readonly isOfOrder: boolean
}

/** Books a fill on its order, up to the order's open volume. The rest becomes a separate order. */
export function fillBooking(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  fill: ProviderFill,
): FillBooking | Refusal {
  const part = Math.min(fill.volume, roomOf(order))
  if (part === 0 || !takesFill(account, order, part)) {
    const apart = bookApart(context, account, order, fill)
    return isRefusal(apart) ? apart : { events: apart, apart, isOfOrder: false }
  }
  const own = bookFill(context, account, order, { ...fill, volume: part })
  if (isRefusal(own)) return own
  const over = fill.volume - part
  if (over === 0) return { events: own, apart: [], isOfOrder: true }
  const after = scratchOf(account)
  for (const event of own) apply(after, event)
  const row = own.find((event) => event.type === 'order' && event.id === order.id)
  const filled = row?.type === 'order' ? row : order
  const apart = bookApart(context, after, filled, { ...fill, volume: over })
  return isRefusal(apart) ? apart : { events: [...own, ...apart], apart, isOfOrder: true }
}

import type { AccountEvent } from '../../engine/account/event.js'
import type { TradeFields } from '../../wire/trade/trade-request.js'
import type { Scene } from './naive-account.js'
import { naiveClose, naiveCloseBy, naiveOpen } from './naive-market.js'
import type { NaiveOffers } from './naive-offers.js'
import { NEW_ORDER, type Outcome } from './naive-outcome.js'
import { naiveChange, naiveDelete, naivePlace, naiveStops } from './naive-pending.js'

/** Decides a client's request, whose name is on the rows that it makes or changes. */
export function naiveTrade(scene: Scene, offers: NaiveOffers, body: TradeFields): Outcome {
  const outcome = decided(scene, offers, body)
  const { client_order_id: clientOrderId } = body
  if (clientOrderId === undefined) return outcome
  const named = (event: AccountEvent): AccountEvent => {
    const isOwn = event.type === 'order' && (event.id === NEW_ORDER || body.kind === 'change')
    return isOwn || event.type === 'deal' ? { ...event, clientOrderId } : event
  }
  return { ...outcome, events: outcome.events.map(named) }
}

function decided(scene: Scene, offers: NaiveOffers, body: TradeFields): Outcome {
  switch (body.kind) {
    case 'open':
      return naiveOpen(scene, offers, body)
    case 'close':
      return naiveClose(scene, offers, body)
    case 'close_by':
      return naiveCloseBy(scene, body)
    case 'place':
      return naivePlace(scene, body)
    case 'change':
      return naiveChange(scene, body)
    case 'delete':
      return naiveDelete(scene, body)
    case 'stops':
      return naiveStops(scene, body)
  }
}

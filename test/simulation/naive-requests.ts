import type { TradeFields } from '../../wire/trade/trade-request.js'
import type { Scene } from './naive-account.js'
import { naiveClose, naiveCloseBy, naiveOpen } from './naive-market.js'
import type { NaiveOffers } from './naive-offers.js'
import type { Outcome } from './naive-outcome.js'
import { naiveChange, naiveDelete, naivePlace, naiveStops } from './naive-pending.js'

export function naiveTrade(scene: Scene, offers: NaiveOffers, body: TradeFields): Outcome {
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

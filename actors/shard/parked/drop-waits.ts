import type { Account } from '../../../engine/account/state.js'
import type { DealingEvent } from '../../../wire/thread/dealing.js'
import { SET_ASIDE } from '../log/quarantine.js'
import type { ParkedRequests } from './parked-requests.js'

/**
 * Drops the waiting requests of an account that was set aside. Those with an order are in the log:
 * the next start ends them or queries their provider.
 */
export function dropWaits(
  lot: ParkedRequests,
  account: Account,
  tellDesk: (event: DealingEvent) => void,
): void {
  for (const parked of lot.of(account.login)) {
    lot.remove(parked)
    for (const tell of parked.tells.splice(0)) tell(SET_ASIDE)
    if (parked.state.is === 'with_dealers') {
      const { takenBy: by } = parked.state.queue
      tellDesk({ type: 'gone', id: parked.id, outcome: SET_ASIDE.code, by, price: null })
    }
  }
}

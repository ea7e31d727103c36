import type { Account } from '../../../engine/account/state.js'
import type { DealingEvent } from '../../../wire/thread/dealing.js'
import { SET_ASIDE } from '../log/quarantine.js'
import type { ParkedRequests } from './parked-requests.js'

/**
 * The account is set aside: its requests wait for nobody any more. What has begun is in the log, and the next
 * start ends it, or asks the provider that it is at.
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

import { type Account, NO_POSITIONS } from '../state.js'
import { Exposures } from './exposures.js'
import { HeldPositions } from './held-positions.js'
import type { Position } from './position.js'

/**
 * Keeps an invariant (engine/account/state.ts, A3): an exposure is the sum of the open positions of its symbol.
 */

/** Adds an open position to the account. */
export function holdPosition(account: Account, position: Position): void {
  if (account.positions === NO_POSITIONS) {
    account.positions = new HeldPositions()
    account.exposures = new Exposures()
  }
  account.positions.set(position)
  account.exposures.add(position)
}

/** Removes the position with the values with which it was added. */
export function dropPosition(account: Account, position: Position): void {
  account.exposures.remove(position)
  account.positions.delete(position.id)
}

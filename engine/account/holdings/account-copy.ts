import type { Account } from '../state.js'

/** A copy to apply events to that may not come about. Costs as much as the account holds. */
export function scratchOf(account: Account): Account {
  return {
    ...account,
    positions: account.positions.copy(),
    exposures: account.exposures.copy(),
    orders: new Map(account.orders),
    pending: new Map(account.pending),
  }
}

import type { Account } from '../state.js'

/**
 * A copy to which events can be applied on trial. The cost is proportional to the account's
 * holdings.
 */
export function scratchOf(account: Account): Account {
  return {
    ...account,
    positions: account.positions.copy(),
    exposures: account.exposures.copy(),
    orders: new Map(account.orders),
    pending: new Map(account.pending),
  }
}

import type { Sqlite } from '../../sqlite/open.js'
import { accountsRepo, loginsInGroups } from './accounts.js'

/** The accounts whose rows a question is about: those of some groups. */
export interface AccountReach {
  readonly groups: readonly string[]
  /** All groups that are not in `groups`. */
  readonly others: readonly string[]
}

/** A condition on a column `login`; absent where every account is asked for. */
export interface ReachCondition {
  readonly sql: string
  readonly value: string
}

/** The most accounts that are faster to look up than to leave out. */
const FEW_ACCOUNTS = 100_000

/**
 * Names the accounts by the side that has fewer of them: SQLite makes a set of that side, once a
 * statement, and for most questions it is the handful of accounts in staff groups.
 */
export function reachConditions(db: Sqlite): (reach: AccountReach) => ReachCondition | undefined {
  const accounts = accountsRepo(db)
  return ({ groups, others }) => {
    if (others.length === 0) return undefined
    if (accounts.countInGroups(others, FEW_ACCOUNTS) < FEW_ACCOUNTS) {
      return { sql: `login NOT IN (${loginsInGroups('in')})`, value: JSON.stringify(others) }
    }
    return { sql: `login IN (${loginsInGroups('in')})`, value: JSON.stringify(groups) }
  }
}

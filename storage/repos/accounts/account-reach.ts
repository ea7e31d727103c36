import type { Sqlite } from '../../sqlite/open.js'
import { accountsRepo, loginsInGroups } from './accounts.js'

/** The groups whose accounts a query includes. */
export interface AccountReach {
  readonly groups: readonly string[]
  /** The groups that are missing in `groups`. */
  readonly others: readonly string[]
}

/** An SQL condition on a column `login`; undefined for all accounts. */
export interface ReachCondition {
  readonly sql: string
  readonly value: string
}

/** The number of accounts up to which excluding them by lookup is faster. */
const FEW_ACCOUNTS = 100_000

/**
 * Selects accounts by the side with fewer of them: SQLite makes a set of that side once per
 * statement, and for most queries it is the handful of accounts in staff groups.
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

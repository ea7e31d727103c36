import type { Login } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'

/** Returns if an account is in one of the reader's groups; false for an unknown account. */
export function groupReached(db: Sqlite): (login: Login, groups: readonly string[]) => boolean {
  const accounts = accountsRepo(db)
  return (login, groups) => {
    const group = accounts.group(login)?.toLowerCase()
    return groups.some((path) => path.toLowerCase() === group)
  }
}

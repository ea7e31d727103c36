import type { Login } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'

/** Answers whether an account is in one of the groups that a reader reaches; an account that is not there is in none. */
export function groupReached(db: Sqlite): (login: Login, groups: readonly string[]) => boolean {
  const accounts = accountsRepo(db)
  return (login, groups) => {
    const group = accounts.group(login)?.toLowerCase()
    return groups.some((path) => path.toLowerCase() === group)
  }
}

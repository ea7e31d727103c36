import { type AccountClass, accountClass } from '../../engine/config/account-class.js'
import type { Login } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import type { Desk } from './desk.js'

/** The class of an account by its login; a login without an account is the server's own. */
export function accountClasses({ db }: Pick<Desk, 'db'>): (login: Login) => AccountClass {
  const accounts = accountsRepo(db)
  return (login) => {
    const group = accounts.group(login)
    return group === undefined ? 'staff' : accountClass(group)
  }
}

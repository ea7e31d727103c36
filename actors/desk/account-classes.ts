import { type AccountClass, accountClass } from '../../engine/config/account-class.js'
import type { Login } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import type { Desk } from './desk.js'

/**
 * Returns the class of an account by its login. Files and jobs of a login without an account belong
 * to the server.
 */
export function accountClasses({ db }: Pick<Desk, 'db'>): (login: Login) => AccountClass {
  const accounts = accountsRepo(db)
  return (login) => {
    const group = accounts.group(login)
    return group === undefined ? 'staff' : accountClass(group)
  }
}

import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { accept, type Handlers } from '../../thread/ask.js'

/**
 * The stored part of an account, in the form in which the desk answers it: a following node has no
 * desk.
 */
export interface StoredAccountQueries {
  'accounts.stored': {
    readonly request: { readonly login: Login }
    readonly answer: StoredAccount
  }
}

export function storedAccountQueries(db: Sqlite): Handlers<StoredAccountQueries> {
  const accounts = accountsRepo(db)
  return {
    'accounts.stored'({ login }) {
      const account = accounts.get(login)
      if (account === undefined) return because('not_found.account', { login })
      return accept(account)
    },
  }
}

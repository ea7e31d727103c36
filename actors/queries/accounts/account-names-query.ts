import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { inSnapshot } from '../../../storage/sqlite/snapshot.js'
import { accept, type Handlers } from '../../thread/ask.js'

/** Names of accounts, for rows from another source. */
export interface AccountNamesQueries {
  /** Returns a name for each login, in order; null if there is no such account. */
  'accounts.names': {
    readonly request: { readonly logins: readonly Login[] }
    readonly answer: readonly (AccountNames | null)[]
  }
}

export interface AccountNames {
  readonly name: string
  readonly last_name: string
}

export function accountNamesQueries(db: Sqlite): Handlers<AccountNamesQueries> {
  const accounts = accountsRepo(db)
  const namesOf = (login: Login): AccountNames | null => {
    const account = accounts.get(login)
    return account === undefined ? null : { name: account.name, last_name: account.last_name }
  }
  return {
    'accounts.names': ({ logins }) => inSnapshot(db, () => accept(logins.map(namesOf))),
  }
}

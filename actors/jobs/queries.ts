import { refuse } from '../../engine/code.js'
import type { Login } from '../../engine/units.js'
import { type AccountChains, accountStatesRepo } from '../../storage/repos/account-states.js'
import { type AccountFilter, accountsRepo } from '../../storage/repos/accounts.js'
import { projectionRepo } from '../../storage/repos/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { StoredAccount, StoredAccountState } from '../../wire/stored-account.js'
import { accept, type Handlers } from '../ask.js'

/** What can be read from the tables off the front. Each answer is one snapshot. */
export interface Queries {
  'account.get': { readonly request: { readonly login: Login }; readonly answer: AccountRow }
  'accounts.list': { readonly request: AccountsList; readonly answer: AccountsPage }
  /** The database opens and answers. */
  health: { readonly request: null; readonly answer: { readonly projectionSeq: number } }
}

export interface AccountRow {
  readonly account: StoredAccount
  /** As projected; zeros before the first event. */
  readonly state: StoredAccountState
}

export interface AccountsList {
  readonly filter: AccountFilter
  /** From 1. */
  readonly page: number
  readonly limit: number
  /** The fence: with it ahead of the projection nothing is answered but that. */
  readonly minProjectionSeq?: number
}

export interface AccountsPage {
  readonly items: readonly AccountRow[]
  readonly total: number
  readonly projectionSeq: number
  /** The projection has not reached the fence: the empty page says nothing about the accounts. */
  readonly isPending: boolean
}

export const LIST_LIMIT_MAX = 1_000

export function queryHandlers(db: Sqlite): Handlers<Queries> {
  const accounts = accountsRepo(db)
  const states = accountStatesRepo(db)
  const projection = projectionRepo(db)
  const withState = (account: StoredAccount): AccountRow => ({
    account,
    state: stateOf(account.login, states.get(account.login)),
  })
  return {
    'account.get': ({ login }) =>
      inSnapshot(db, () => {
        const account = accounts.get(login)
        if (account === undefined) return refuse('not_found', `There is no account ${login}.`)
        return accept(withState(account))
      }),
    'accounts.list': ({ filter, page, limit, minProjectionSeq = 0 }) => {
      if (!isPageNumber(page) || !isPageNumber(limit) || limit > LIST_LIMIT_MAX) {
        return refuse('invalid_input', `page is 1 or more, limit is 1 to ${LIST_LIMIT_MAX}.`)
      }
      return inSnapshot(db, () => {
        const projectionSeq = projection.seq()
        if (projectionSeq < minProjectionSeq) {
          return accept({ items: [], total: 0, projectionSeq, isPending: true })
        }
        const items = accounts.page(filter, (page - 1) * limit, limit).map(withState)
        const total = accounts.countMatching(filter)
        return accept({ items, total, projectionSeq, isPending: false })
      })
    },
    health: () => accept({ projectionSeq: projection.seq() }),
  }
}

/** Reads between which nobody's write comes. */
function inSnapshot<T>(db: Sqlite, read: () => T): T {
  db.exec('BEGIN')
  try {
    return read()
  } finally {
    db.exec('COMMIT')
  }
}

function isPageNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1
}

function stateOf(login: Login, stored: AccountChains | undefined): StoredAccountState {
  if (stored === undefined) return { login, balance: 0, credit: 0, seq: 0, recordSeq: 0 }
  const { balance, credit, seq, recordSeq } = stored
  return { login, balance, credit, seq, recordSeq }
}

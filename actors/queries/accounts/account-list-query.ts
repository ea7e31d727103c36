import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import {
  type AccountChains,
  accountStatesRepo,
} from '../../../storage/repos/accounts/account-states.js'
import { type AccountFilter, accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { inSnapshot } from '../../../storage/sqlite/snapshot.js'
import { ACCOUNT_FIELDS } from '../../../wire/account/account-fields.js'
import {
  accountText,
  balanceText,
  type GroupFacts,
  groupOfValues,
} from '../../../wire/account/account-text.js'
import {
  emptyState,
  type StoredAccount,
  type StoredAccountState,
} from '../../../wire/account/stored-account.js'
import { type JsonFields, joinedFields } from '../../../wire/format/json-parts.js'
import { accept, type Handlers } from '../../thread/ask.js'
import { BAD_PAGE, isPage } from '../page.js'

/** Queries for single accounts and for pages of accounts. */
export interface AccountListQueries {
  'account.get': { readonly request: { readonly login: Login }; readonly answer: AccountRow }
  'accounts.list': { readonly request: AccountsList; readonly answer: AccountsPage }
  'accounts.count': {
    readonly request: Pick<AccountsList, 'filter' | 'groups'>
    readonly answer: number
  }
  /** The number of accounts in each group, in order. */
  'accounts.group_counts': {
    readonly request: { readonly groups: readonly string[] }
    readonly answer: readonly number[]
  }
}

export interface AccountRow {
  readonly account: StoredAccount
  /** The projected state; all zeros before the first event. */
  readonly state: StoredAccountState
}

export interface AccountsList {
  readonly filter: Omit<AccountFilter, 'groups'>
  /** The groups whose accounts are listed, with the group data for a row. */
  readonly groups: readonly GroupFacts[]
  /** Fields whose values are null in the answer. */
  readonly hidden: readonly string[]
  /** The number of the page, from 1. */
  readonly page: number
  readonly limit: number
  /** If the projection has not reached this record, the answer says only that. */
  readonly minProjectionSeq?: number
}

/** An account without its live money, which the front adds. */
export interface AccountItem {
  readonly login: Login
  readonly fields: JsonFields
}

export interface AccountsPage {
  readonly items: readonly AccountItem[]
  readonly total: number
  readonly projectionSeq: number
  /** True if the projection has not reached the fence; the page is then empty. */
  readonly isPending: boolean
}

export function accountListQueries(db: Sqlite): Handlers<AccountListQueries> {
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
        if (account === undefined) return because('not_found.account', { login })
        return accept(withState(account))
      }),
    'accounts.count': ({ filter, groups }) => {
      const paths = groups.map(({ path }) => path)
      return inSnapshot(db, () => accept(accounts.countMatching({ ...filter, groups: paths })))
    },
    'accounts.group_counts': ({ groups }) =>
      inSnapshot(db, () => accept(accounts.countsOfGroups(groups))),
    'accounts.list': ({ filter, groups, hidden, page, limit, minProjectionSeq = 0 }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      const paths = groups.map(({ path }) => path)
      const facts = new Map(groups.map((group) => [group.path.toLowerCase(), group]))
      return inSnapshot(db, () => {
        const projectionSeq = projection.seq()
        if (projectionSeq < minProjectionSeq) {
          return accept({ items: [], total: 0, projectionSeq, isPending: true })
        }
        const rows = accounts.page({ ...filter, groups: paths }, (page - 1) * limit, limit)
        const items = rows.map((values) => accountItem(values, facts, hidden))
        const total = accounts.countMatching({ ...filter, groups: paths })
        return accept({ items, total, projectionSeq, isPending: false })
      })
    },
  }
}

/** The fields up to the money, which the front adds. */
export function accountItem(
  values: readonly unknown[],
  facts: ReadonlyMap<string, GroupFacts>,
  hidden: readonly string[],
): AccountItem {
  const group = facts.get(groupOfValues(values).toLowerCase())
  const figures = values.slice(ACCOUNT_FIELDS.length) as number[]
  const [balance = 0, credit = 0, balancePrevDay = 0, balancePrevMonth = 0] = figures
  const stored = { balance, credit, balancePrevDay, balancePrevMonth }
  const money = balanceText(stored, group?.digits ?? 2)
  const fields = joinedFields(accountText(values, group, hidden), money)
  return { login: values[0] as Login, fields }
}

function stateOf(login: Login, stored: AccountChains | undefined): StoredAccountState {
  if (stored === undefined) return emptyState(login)
  const { lastOrderId: _order, lastDealId: _deal, lastClosedId: _closed, ...state } = stored
  return state
}

import type { OrderEvent } from '../../engine/account/event.js'
import { refuse } from '../../engine/code.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { type AccountChains, accountStatesRepo } from '../../storage/repos/account-states.js'
import { type AccountFilter, accountsRepo } from '../../storage/repos/accounts.js'
import { closedPositionsRepo } from '../../storage/repos/closed-positions.js'
import { dealsRepo } from '../../storage/repos/deals.js'
import { ordersRepo } from '../../storage/repos/orders.js'
import { projectionRepo } from '../../storage/repos/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import {
  ACCOUNT_FIELDS,
  accountText,
  balanceText,
  type GroupFacts,
  groupOfValues,
} from '../../wire/account-text.js'
import type { StoredAccount, StoredAccountState } from '../../wire/stored-account.js'
import type { ClosedPosition, StoredDeal } from '../../wire/stored-trades.js'
import { accept, type Handlers, type Outcome } from '../ask.js'
import { type JournalQueries, journalQueries } from './journal-query.js'

/** What can be read from the tables off the front. Each answer is one snapshot. */
export interface Queries extends JournalQueries {
  'account.get': { readonly request: { readonly login: Login }; readonly answer: AccountRow }
  'accounts.list': { readonly request: AccountsList; readonly answer: AccountsPage }
  /** Newest first, like the two after it. */
  'account.deals': { readonly request: HistoryRequest; readonly answer: HistoryPage<StoredDeal> }
  'account.orders': { readonly request: HistoryRequest; readonly answer: HistoryPage<OrderEvent> }
  'account.closed_positions': {
    readonly request: HistoryRequest
    readonly answer: HistoryPage<ClosedPosition>
  }
  /** The database opens and answers. */
  health: { readonly request: null; readonly answer: { readonly projectionSeq: number } }
}

export interface AccountRow {
  readonly account: StoredAccount
  /** As projected; zeros before the first event. */
  readonly state: StoredAccountState
}

export interface AccountsList {
  readonly filter: Omit<AccountFilter, 'groups'>
  /** Only accounts of these; what a view takes from its group comes along. */
  readonly groups: readonly GroupFacts[]
  /** Fields that read null. */
  readonly hidden: readonly string[]
  /** From 1. */
  readonly page: number
  readonly limit: number
  /** The fence: with it ahead of the projection nothing is answered but that. */
  readonly minProjectionSeq?: number
}

/** An account as JSON, open at its end: the money follows. */
export interface AccountItem {
  readonly login: Login
  readonly text: string
}

export interface AccountsPage {
  readonly items: readonly AccountItem[]
  readonly total: number
  readonly projectionSeq: number
  /** The projection has not reached the fence: the empty page says nothing about the accounts. */
  readonly isPending: boolean
}

export interface HistoryRequest {
  readonly login: Login
  /** Times between which a row was done, both included; left out is open. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  /** From 1. */
  readonly page: number
  readonly limit: number
}

export interface HistoryPage<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly projectionSeq: number
}

export const LIST_LIMIT_MAX = 1_000

export function queryHandlers(db: Sqlite): Handlers<Queries> {
  const accounts = accountsRepo(db)
  const states = accountStatesRepo(db)
  const projection = projectionRepo(db)
  const orders = ordersRepo(db)
  const deals = dealsRepo(db)
  const closed = closedPositionsRepo(db)
  const history = <Row>(
    request: HistoryRequest,
    chainOf: (chains: AccountChains) => Iterable<Row>,
    at: (row: Row) => UnixMs,
  ): Outcome<HistoryPage<Row>> => {
    if (!isPage(request.page, request.limit)) return BAD_PAGE
    return inSnapshot(db, () => {
      const chains = states.get(request.login)
      const rows = chains === undefined ? [] : chainOf(chains)
      return accept({ ...pageOf(rows, request, at), projectionSeq: projection.seq() })
    })
  }
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
        const items = rows.map((values) => textOf(values, facts, hidden))
        const total = accounts.countMatching({ ...filter, groups: paths })
        return accept({ items, total, projectionSeq, isPending: false })
      })
    },
    'account.deals': (request) =>
      history(request, (chains) => deals.chain(chains.lastDealId), dealAt),
    'account.orders': (request) =>
      history(request, (chains) => orders.chain(chains.lastOrderId), orderAt),
    'account.closed_positions': (request) =>
      history(request, (chains) => closed.chain(chains.lastClosedId), closedAt),
    ...journalQueries(db),
    health: () => accept({ projectionSeq: projection.seq() }),
  }
}

/** Up to the money, which the front adds. */
function textOf(
  values: readonly unknown[],
  facts: ReadonlyMap<string, GroupFacts>,
  hidden: readonly string[],
): AccountItem {
  const group = facts.get(groupOfValues(values).toLowerCase())
  const [balance = 0, credit = 0] = values.slice(ACCOUNT_FIELDS.length) as number[]
  const money = balanceText(balance, credit, group?.digits ?? 2)
  return { login: values[0] as Login, text: accountText(values, group, hidden) + money }
}

const BAD_PAGE = refuse('invalid_input', `page is 1 or more, limit is 1 to ${LIST_LIMIT_MAX}.`)

function isPage(page: number, limit: number): boolean {
  const areWhole = Number.isSafeInteger(page) && Number.isSafeInteger(limit)
  return areWhole && page >= 1 && limit >= 1 && limit <= LIST_LIMIT_MAX
}

const dealAt = (deal: StoredDeal): UnixMs => deal.at
const orderAt = (order: OrderEvent): UnixMs => order.doneAt
const closedAt = (position: ClosedPosition): UnixMs => position.closedAt

/** Walks back in time, as far as the times ask for. */
function pageOf<Row>(
  rows: Iterable<Row>,
  request: HistoryRequest,
  at: (row: Row) => UnixMs,
): { items: Row[]; total: number } {
  const { from = 0, to = Number.MAX_SAFE_INTEGER, page, limit } = request
  const items: Row[] = []
  let total = 0
  for (const row of rows) {
    const time = at(row)
    if (time < from) break
    if (time > to) continue
    total += 1
    if (total > (page - 1) * limit && items.length < limit) items.push(row)
  }
  return { items, total }
}

function stateOf(login: Login, stored: AccountChains | undefined): StoredAccountState {
  if (stored === undefined) return { login, balance: 0, credit: 0, seq: 0, recordSeq: 0 }
  const { balance, credit, seq, recordSeq } = stored
  return { login, balance, credit, seq, recordSeq }
}

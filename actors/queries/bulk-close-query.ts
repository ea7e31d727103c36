import type { AccountReach } from '../../storage/repos/accounts/account-reach.js'
import { reachConditions } from '../../storage/repos/accounts/account-reach.js'
import type { OpenFilter } from '../../storage/repos/trades/open-filter.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import {
  type OpenOrderItem,
  openOrderItem,
  type PositionItem,
  positionItem,
} from '../../wire/row/trade-items.js'
import { accept, type Handlers } from '../thread/ask.js'
import { rowFactsReader } from './row-facts.js'

/** The targets of a bulk close: open positions, then pending orders, each by login and id. */
export interface BulkCloseQueries {
  'bulk_close.targets': { readonly request: TargetsRequest; readonly answer: Targets }
}

/** Which positions or orders are selected: none, those with stops, or all. */
export type CloseTarget = 'none' | 'with_stops' | 'all'

export interface TargetsRequest {
  readonly reach: AccountReach
  readonly symbolId?: number
  /** The ids to close instead of everything in reach; ids out of reach are left out. */
  readonly picked?: { readonly positions: readonly number[]; readonly orders: readonly number[] }
  readonly positions: CloseTarget
  readonly orders: CloseTarget
  readonly limit: number
}

export interface TargetOrder extends OpenOrderItem {
  readonly login: number
  readonly id: number
}

export interface Targets {
  readonly positions: readonly PositionItem[]
  readonly orders: readonly TargetOrder[]
  /** The number of all targets, including those beyond the limit. */
  readonly total: number
}

interface Stops {
  readonly stopLoss: number
  readonly takeProfit: number
}

/** Some rows of a kind, and the total number. */
interface Found<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export function bulkCloseQueries(db: Sqlite): Handlers<BulkCloseQueries> {
  const positions = positionsRepo(db)
  const openOrders = openOrdersRepo(db)
  const orders = ordersRepo(db)
  const readFacts = rowFactsReader(db)
  const reachOf = reachConditions(db)
  return {
    'bulk_close.targets': (request) =>
      inSnapshot(db, () => {
        const facts = readFacts()
        const { reach, picked, limit } = request
        const reached = new Set(reach.groups)
        const isMeant = (login: number, row: Stops, targeted: CloseTarget): boolean =>
          reached.has(facts.holder(login).group) && (targeted === 'all' || hasStops(row))
        const some = <Row>(
          targeted: CloseTarget,
          find: (filter: OpenFilter) => Found<Row>,
          pick: () => readonly Row[],
        ): Found<Row> => {
          if (targeted === 'none') return { rows: [], total: 0 }
          if (picked === undefined) return find(filterOf(request, targeted, reachOf(reach)))
          const rows = pick()
          return { rows, total: rows.length }
        }
        const held = some(
          request.positions,
          (filter) => ({
            rows: positions.page(filter, 0, limit),
            total: positions.countMatching(filter),
          }),
          () =>
            (picked?.positions ?? [])
              // A position's id is the id of its opening order, which has the account.
              .flatMap((id) => positions.get(orders.get(id)?.login ?? 0, id) ?? [])
              .filter((row) => isMeant(row.login, row, request.positions))
              .sort((a, b) => a.login - b.login || a.id - b.id),
        )
        const left = Math.max(0, limit - held.rows.length)
        const resting = some(
          request.orders,
          (filter) => ({
            rows: openOrders.page(filter, 0, left),
            total: openOrders.countMatching(filter),
          }),
          () =>
            openOrders
              .ofIds(picked?.orders ?? [])
              .filter(([login, row]) => isMeant(login, row, request.orders)),
        )
        return accept({
          positions: held.rows.slice(0, limit).map((row) => positionItem(facts, row)),
          orders: resting.rows.slice(0, left).map(([login, order]) => {
            return { login, id: order.id, ...openOrderItem(facts, login, order) }
          }),
          total: held.total + resting.total,
        })
      }),
  }
}

function filterOf(
  { symbolId }: TargetsRequest,
  targeted: CloseTarget,
  reach: OpenFilter['reach'],
): OpenFilter {
  return {
    ...(symbolId === undefined ? {} : { symbolId }),
    ...(reach === undefined ? {} : { reach }),
    hasStops: targeted === 'with_stops',
  }
}

function hasStops({ stopLoss, takeProfit }: Stops): boolean {
  return stopLoss !== 0 || takeProfit !== 0
}

import { refuseField } from '../../engine/reasons/fault.js'
import { because, say } from '../../engine/reasons/reasons.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { type AccountReach, reachConditions } from '../../storage/repos/accounts/account-reach.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import type { TradeFilter } from '../../storage/repos/numbered-rows.js'
import { closedPositionsRepo } from '../../storage/repos/trades/closed-positions.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import type { HistoryKind } from '../../storage/repos/trades/history-marks.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { heldFillText } from '../../wire/answer/held-fill-view.js'
import type { JsonValue } from '../../wire/format/json-parts.js'
import { type ClosedSums, closedSumsText } from '../../wire/row/closed-sums.js'
import {
  closedText,
  dealText,
  type OpenOrderItem,
  openOrderItem,
  orderText,
  type PositionItem,
  positionItem,
} from '../../wire/row/trade-items.js'
import { ID_RANGE_LENGTH } from '../desk/id-range.js'
import { accept, type Handlers, type Outcome } from '../thread/ask.js'
import { accountHistories } from './accounts/account-histories.js'
import { groupReached } from './group-reached.js'
import { BAD_PAGE, isPage, SORTED_ROWS_MAX } from './page.js'
import { type RowFacts, rowFactsReader } from './row-facts.js'

/**
 * Queries for deals, orders and positions, of one account and of all. Rows are JSON, newest first.
 */
export interface TradeQueries extends OpenTradeQueries {
  'account.deals': { readonly request: HistoryRequest; readonly answer: TradeRows }
  'account.orders': { readonly request: HistoryRequest; readonly answer: TradeRows }
  'account.closed_positions': { readonly request: HistoryRequest; readonly answer: ClosedRows }
  'trades.deals': { readonly request: TradesRequest; readonly answer: TradeRows }
  'trades.orders': { readonly request: TradesRequest; readonly answer: TradeRows }
  'trades.closed_positions': { readonly request: TradesRequest; readonly answer: ClosedRows }
}

interface OpenTradeQueries {
  /** Positions by login and id. */
  'positions.page': { readonly request: PositionsRequest; readonly answer: PositionRows }
  'positions.count': { readonly request: PositionsFilter; readonly answer: number }
  /**
   * The account of each position, open or closed, by the id of its order; null if there is no such
   * order.
   */
  'positions.holders': {
    readonly request: { readonly ids: readonly number[] }
    readonly answer: readonly (Login | null)[]
  }
  'orders.page': { readonly request: PositionsRequest; readonly answer: OpenOrderRows }
  /** Provider fills that wait for staff, by login and order. */
  'orders.held_fills': { readonly request: PositionsRequest; readonly answer: TradeRows }
  'positions.find': { readonly request: { readonly id: number }; readonly answer: PositionItem }
}

interface PageRequest {
  /** The number of the page, from 1. */
  readonly page: number
  readonly limit: number
  /** If the projection has not reached this record, the answer says only that. */
  readonly minProjectionSeq?: number
}

export interface HistoryRequest extends PageRequest {
  readonly login: Login
  readonly symbolId?: number
  /** The first and last time of the rows, both inclusive; undefined for no limit. */
  readonly from?: UnixMs
  readonly to?: UnixMs
}

export interface TradesRequest extends Omit<HistoryRequest, 'login'> {
  readonly reach: AccountReach
  /** The id of the single requested row, and its account. */
  readonly row?: { readonly id: number; readonly login?: Login }
}

export interface PositionsFilter {
  readonly reach: AccountReach
  readonly login?: Login
  readonly symbolId?: number
  readonly id?: number
}

export interface PositionsRequest extends PageRequest, PositionsFilter {}

export interface FencedRows {
  readonly total: number
  readonly projectionSeq: number
  /** True if the projection has not reached the fence; the page is then empty. */
  readonly isPending: boolean
}

export interface TradeRows extends FencedRows {
  readonly rows: readonly JsonValue[]
}

export interface ClosedRows extends TradeRows {
  /** The totals over all rows that match, not only those of the page. */
  readonly totals: JsonValue
}

export interface OpenOrderRows extends FencedRows {
  readonly items: readonly OpenOrderItem[]
}

export interface PositionRows extends FencedRows {
  readonly items: readonly PositionItem[]
}

/** Reads pages from one snapshot: first the fence, then the rows. */
function fencedReader(db: Sqlite) {
  const projection = projectionRepo(db)
  const readFacts = rowFactsReader(db)
  return <Rows extends object>(
    { page, limit, minProjectionSeq = 0 }: PageRequest,
    none: Rows,
    read: (facts: RowFacts) => Rows & { readonly total: number },
  ): Outcome<Rows & FencedRows> => {
    if (!isPage(page, limit)) return BAD_PAGE
    return inSnapshot(db, () => {
      const projectionSeq = projection.seq()
      if (projectionSeq < minProjectionSeq) {
        return accept({ ...none, total: 0, projectionSeq, isPending: true })
      }
      return accept({ ...read(readFacts()), projectionSeq, isPending: false })
    })
  }
}

/** The rows with these ids, in order. A row that is not stored is left out. */
export function rowsOfIds(db: Sqlite) {
  const orders = ordersRepo(db)
  const deals = dealsRepo(db)
  const closed = closedPositionsRepo(db)
  const text: Readonly<Record<HistoryKind, (facts: RowFacts, id: number) => JsonValue | null>> = {
    deals(facts, id) {
      const deal = deals.get(id)
      return deal === undefined ? null : dealText(facts, deal)
    },
    orders(facts, id) {
      const found = orders.get(id)
      return found === undefined ? null : orderText(facts, found.login, found.order)
    },
    closed(facts, id) {
      const row = closed.get(id)
      return row === undefined ? null : closedText(facts, row)
    },
  }
  return (kind: HistoryKind, facts: RowFacts, ids: readonly number[]): JsonValue[] =>
    ids.flatMap((id) => text[kind](facts, id) ?? [])
}

export function tradeQueries(db: Sqlite): Handlers<TradeQueries> {
  const fenced = fencedReader(db)
  const rowsOf = rowsOfIds(db)
  const histories = accountHistories(db)
  const { all, closedOfAll } = pagesOfAll(db, fenced, rowsOf)
  const account = (kind: 'deals' | 'orders') => (request: HistoryRequest) =>
    fenced(request, NO_ROWS, (facts) => {
      const { ids, total } = histories.page(kind, request)
      return { rows: rowsOf(kind, facts, ids), total }
    })
  return {
    'account.deals': account('deals'),
    'account.orders': account('orders'),
    'account.closed_positions': (request) =>
      fenced(request, NO_CLOSED, (facts) => {
        const { ids, total } = histories.page('closed', request)
        const { moneyDigits } = facts.holder(request.login)
        const totals = closedSumsText(histories.closedSums(request), moneyDigits)
        return { rows: rowsOf('closed', facts, ids), total, totals }
      }),
    'trades.deals': all('deals'),
    'trades.orders': all('orders'),
    'trades.closed_positions': closedOfAll,
    ...openTrades(db, fenced),
  }
}

/** Pages of all accounts by time: the newest rows are sorted in memory, up to the end of the page. */
function pagesOfAll(
  db: Sqlite,
  fenced: ReturnType<typeof fencedReader>,
  rowsOf: ReturnType<typeof rowsOfIds>,
) {
  const states = accountStatesRepo(db)
  const isReached = groupReached(db)
  const orders = ordersRepo(db)
  const deals = dealsRepo(db)
  const closed = closedPositionsRepo(db)
  const reachOf = reachConditions(db)
  const sumsOf = closedSumsOfAll(db)

  const sorted: typeof fenced = (request, none, read) =>
    request.page * request.limit > SORTED_ROWS_MAX ? TOO_DEEP : fenced(request, none, read)
  const filterOf = ({ from, to, symbolId, reach }: TradesRequest): TradeFilter => ({
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(symbolId === undefined ? {} : { symbolId }),
    reach: reachOf(reach),
  })
  const named = (kind: 'deals' | 'orders', id: number) => {
    if (kind === 'deals') return deals.get(id)
    const found = orders.get(id)
    const { symbolId = 0, doneAt = 0 } = found?.order ?? {}
    return found && { login: found.login, symbolId, at: doneAt }
  }
  /** The requested single row, if it also matches the other filters. */
  const oneRow = (
    facts: RowFacts,
    kind: 'deals' | 'orders',
    { reach, symbolId, from = 0, to = Infinity, page }: TradesRequest,
    { id, login }: Required<TradesRequest>['row'],
  ) => {
    const found = named(kind, id)
    const isIn =
      found !== undefined &&
      found.at >= from &&
      found.at <= to &&
      (login === undefined || login === found.login) &&
      (symbolId === undefined || symbolId === found.symbolId) &&
      isReached(found.login, reach.groups)
    return { rows: isIn && page === 1 ? rowsOf(kind, facts, [id]) : [], total: isIn ? 1 : 0 }
  }

  return {
    all: (kind: 'deals' | 'orders') => (request: TradesRequest) => {
      const { row, limit } = request
      if (row !== undefined)
        return fenced(request, NO_ROWS, (facts) => oneRow(facts, kind, request, row))
      return sorted(request, NO_ROWS, (facts) => {
        const filter = filterOf(request)
        const { all } = kind === 'deals' ? deals : orders
        const ids = all.page(filter, ID_RANGE_LENGTH, offsetOf(request), limit)
        const total = isEverything(request)
          ? states.rowsInAll(kind, filter.reach)
          : all.count(filter, ID_RANGE_LENGTH)
        return { rows: rowsOf(kind, facts, ids), total }
      })
    },
    closedOfAll: (request: TradesRequest) => {
      const isOne = request.row !== undefined
      return (isOne ? fenced : sorted)(request, NO_CLOSED, (facts) => {
        const filter = filterOf(request)
        const ids = closed.page(filter, ID_RANGE_LENGTH, offsetOf(request), request.limit)
        const { sums, digits } = sumsOf(request, filter, facts)
        const totals = closedSumsText(sums, digits)
        return { rows: rowsOf('closed', facts, ids), total: Number(sums.count), totals }
      })
    },
  }
}

/** Queries for open positions and pending orders. */
function openTrades(
  db: Sqlite,
  fenced: ReturnType<typeof fencedReader>,
): Handlers<OpenTradeQueries> {
  const orders = ordersRepo(db)
  const openOrders = openOrdersRepo(db)
  const positions = positionsRepo(db)
  const readFacts = rowFactsReader(db)
  const reachOf = reachConditions(db)
  return {
    'positions.page': (request) =>
      fenced(request, { items: [] as PositionItem[] }, (facts) => {
        const filter = { ...request, reach: reachOf(request.reach) }
        const page = positions.page(filter, offsetOf(request), request.limit)
        const total = positions.countMatching(filter)
        return { items: page.map((row) => positionItem(facts, row)), total }
      }),
    'orders.page': (request) =>
      fenced(request, { items: [] as OpenOrderItem[] }, (facts) => {
        const filter = { ...request, reach: reachOf(request.reach) }
        const items = openOrders
          .page(filter, offsetOf(request), request.limit)
          .map(([login, order]) => openOrderItem(facts, login, order))
        return { items, total: openOrders.countMatching(filter) }
      }),
    'orders.held_fills': (request) =>
      fenced(request, NO_ROWS, (facts) => {
        const filter = { ...request, reach: reachOf(request.reach) }
        const page = openOrders.heldFills(filter, offsetOf(request), request.limit)
        const rows = page.map(([login, order, fill]) => {
          return heldFillText(order, fill, facts.holder(login), facts.symbol(order.symbolId))
        })
        return { rows, total: openOrders.countHeldFills(filter) }
      }),
    'positions.count': (request) =>
      inSnapshot(db, () =>
        accept(positions.countMatching({ ...request, reach: reachOf(request.reach) })),
      ),
    'positions.holders': ({ ids }) =>
      inSnapshot(db, () => accept(ids.map((id) => orders.get(id)?.login ?? null))),
    // A position's id is the id of its opening order, which has the account.
    'positions.find': ({ id }) =>
      inSnapshot(db, () => {
        const order = orders.get(id)
        const row = order === undefined ? undefined : positions.get(order.login, id)
        if (row === undefined) return because('not_found.open_position', { id })
        return accept(positionItem(readFacts(), row))
      }),
  }
}

/**
 * Sums amounts by currency. Groups with other digits are summed separately, and then combined with
 * the most digits.
 */
function closedSumsOfAll(db: Sqlite) {
  const closed = closedPositionsRepo(db)
  const reachOf = reachConditions(db)
  return (
    { reach }: TradesRequest,
    filter: TradeFilter,
    { digitsOfGroup }: RowFacts,
  ): { sums: ClosedSums; digits: number } => {
    const all = new Map<number, string[]>()
    for (const path of reach.groups) {
      const digits = digitsOfGroup(path)
      all.set(digits, [...(all.get(digits) ?? []), path])
    }
    const most = Math.max(0, ...all.keys())
    if (all.size <= 1) return { sums: closed.totals(filter, ID_RANGE_LENGTH), digits: most }
    const sums = noSums()
    for (const [digits, groups] of all) {
      const others = [...reach.others, ...reach.groups.filter((path) => !groups.includes(path))]
      const part = closed.totals({ ...filter, reach: reachOf({ groups, others }) }, ID_RANGE_LENGTH)
      const scale = 10n ** BigInt(most - digits)
      sums.count += part.count
      sums.volume += part.volume
      for (const name of ['commission', 'fee', 'profit', 'swap'] as const) {
        sums[name] += part[name] * scale
      }
    }
    return { sums, digits: most }
  }
}

const TOO_DEEP = refuseField('page', say('field.rows_scanned', { max: SORTED_ROWS_MAX }))
const NONE: readonly JsonValue[] = []
const NO_ROWS = { rows: NONE }
const NO_CLOSED = { rows: NONE, totals: closedSumsText(noSums(), 2) }

function noSums(): ClosedSums {
  return { count: 0n, commission: 0n, fee: 0n, profit: 0n, swap: 0n, volume: 0n }
}

function offsetOf({ page, limit }: PageRequest): number {
  return (page - 1) * limit
}

/** True for queries that the accounts' own counts can answer. */
function isEverything({ from, to, symbolId }: TradesRequest): boolean {
  return from === undefined && to === undefined && symbolId === undefined
}

import type { OrderEvent } from '../../engine/account/event.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { because, say } from '../../engine/reasons/reasons.js'
import type { Login, Side, UnixMs } from '../../engine/units.js'
import { type AccountReach, reachConditions } from '../../storage/repos/accounts/account-reach.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import type { TradeFilter } from '../../storage/repos/numbered-rows.js'
import { closedPositionsRepo } from '../../storage/repos/trades/closed-positions.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import { positionsRepo, type StoredPosition } from '../../storage/repos/trades/positions.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { heldFillText } from '../../wire/answer/held-fill-view.js'
import { JSON_NULL, type JsonFields, type JsonValue } from '../../wire/format/json-parts.js'
import { type ClosedSums, closedSumsText } from '../../wire/row/closed-sums.js'
import { rowFields, rowText } from '../../wire/row/row-text.js'
import { CLOSED_POSITION_ROW, DEAL_ROW, ORDER_ROW, POSITION_ROW } from '../../wire/row/rows.js'
import type { ClosedPosition, StoredDeal } from '../../wire/stored/stored-trades.js'
import { ID_RANGE_LENGTH } from '../desk/id-range.js'
import { accept, type Handlers, type Outcome } from '../thread/ask.js'
import { accountHistories } from './accounts/account-histories.js'
import { groupReached } from './group-reached.js'
import { BAD_PAGE, isPage, SORTED_ROWS_MAX } from './page.js'
import { type RowFacts, rowFactsReader } from './row-facts.js'

/**
 * Queries for deals, orders and positions, of one account and of all. Rows are JSON, newest first.
 */
export interface TradeQueries {
  'account.deals': { readonly request: HistoryRequest; readonly answer: TradeRows }
  'account.orders': { readonly request: HistoryRequest; readonly answer: TradeRows }
  'account.closed_positions': { readonly request: HistoryRequest; readonly answer: ClosedRows }
  'trades.deals': { readonly request: TradesRequest; readonly answer: TradeRows }
  'trades.orders': { readonly request: TradesRequest; readonly answer: TradeRows }
  'trades.closed_positions': { readonly request: TradesRequest; readonly answer: ClosedRows }
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

/** A stored position. The front adds its live figures. */
export interface PositionItem {
  readonly login: Login
  readonly id: number
  readonly symbolId: number
  readonly fields: JsonFields
}

/** A stored order. The front adds its live price. */
export interface OpenOrderItem {
  /** The account's group, which determines its prices. */
  readonly group: string
  readonly symbolId: number
  readonly side: Side
  readonly fields: JsonFields
}

export interface OpenOrderRows extends FencedRows {
  readonly items: readonly OpenOrderItem[]
}

export interface PositionRows extends FencedRows {
  readonly items: readonly PositionItem[]
}

export function tradeQueries(db: Sqlite): Handlers<TradeQueries> {
  const states = accountStatesRepo(db)
  const isReached = groupReached(db)
  const histories = accountHistories(db)
  const projection = projectionRepo(db)
  const orders = ordersRepo(db)
  const openOrders = openOrdersRepo(db)
  const deals = dealsRepo(db)
  const closed = closedPositionsRepo(db)
  const positions = positionsRepo(db)
  const readFacts = rowFactsReader(db)
  const reachOf = reachConditions(db)

  /** Reads one snapshot: first the fence, then the rows. */
  const fenced = <Rows extends object>(
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
  /**
   * Like `fenced`, for rows of all accounts by time: the newest are sorted in memory, up to the end
   * of the page.
   */
  const sorted = <Rows extends object>(
    request: TradesRequest,
    none: Rows,
    read: (facts: RowFacts) => Rows & { readonly total: number },
  ): Outcome<Rows & FencedRows> => {
    const isDeep = request.row === undefined && request.page * request.limit > SORTED_ROWS_MAX
    return isDeep ? TOO_DEEP : fenced(request, none, read)
  }
  const filterOf = ({ from, to, symbolId, reach }: TradesRequest): TradeFilter => ({
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(symbolId === undefined ? {} : { symbolId }),
    reach: reachOf(reach),
  })

  /** The requested single row, if it also matches the other filters. */
  const oneRow = (
    { row, reach, symbolId, from = 0, to = Infinity, page }: TradesRequest,
    found: { readonly login: Login; readonly symbolId: number; readonly at: UnixMs } | undefined,
    textOf: () => JsonValue,
  ): { rows: JsonValue[]; total: number } => {
    if (found === undefined || found.at < from || found.at > to) return { rows: [], total: 0 }
    const isTheirs = row?.login === undefined || row.login === found.login
    const isOfSymbol = symbolId === undefined || symbolId === found.symbolId
    if (!isTheirs || !isOfSymbol || !isReached(found.login, reach.groups))
      return { rows: [], total: 0 }
    return { rows: page === 1 ? [textOf()] : [], total: 1 }
  }

  const dealRow = (facts: RowFacts, deal: StoredDeal): JsonValue => {
    const symbol = deal.symbolId === 0 ? undefined : facts.symbol(deal.symbolId)
    return rowText(DEAL_ROW.stored, deal, facts.holder(deal.login), symbol, deal.seq)
  }
  const orderRow = (facts: RowFacts, login: Login, order: OrderEvent): JsonValue => {
    const symbol = facts.symbol(order.symbolId)
    return rowText(ORDER_ROW.stored, order, facts.holder(login), symbol, undefined)
  }
  const orderRows = (facts: RowFacts, ids: readonly number[]): JsonValue[] =>
    ids.flatMap((id) => {
      const found = orders.get(id)
      return found === undefined ? [] : [orderRow(facts, found.login, found.order)]
    })
  const closedRow = (facts: RowFacts, row: ClosedPosition): JsonValue => {
    const symbol = facts.symbol(row.symbolId)
    return rowText(CLOSED_POSITION_ROW.stored, row, facts.holder(row.login), symbol, undefined)
  }

  return {
    'account.deals': (request) =>
      fenced(request, NO_ROWS, (facts) => {
        const { ids, total } = histories.page('deals', request)
        return { rows: ids.map((id) => dealRow(facts, deals.get(id) as StoredDeal)), total }
      }),
    'account.orders': (request) =>
      fenced(request, NO_ROWS, (facts) => {
        const { ids, total } = histories.page('orders', request)
        return { rows: orderRows(facts, ids), total }
      }),
    'account.closed_positions': (request) =>
      fenced(request, NO_CLOSED, (facts) => {
        const { ids, total } = histories.page('closed', request)
        const totals = closedSumsText(
          histories.closedSums(request),
          facts.holder(request.login).moneyDigits,
        )
        const rows = ids.map((id) => closedRow(facts, closed.get(id) as ClosedPosition))
        return { rows, total, totals }
      }),
    'trades.deals': (request) =>
      sorted(request, NO_ROWS, (facts) => {
        if (request.row !== undefined) {
          const deal = deals.get(request.row.id)
          return oneRow(request, deal, () => dealRow(facts, deal as StoredDeal))
        }
        const filter = filterOf(request)
        const ids = deals.all.page(filter, ID_RANGE_LENGTH, offsetOf(request), request.limit)
        const rows = ids.map((id) => dealRow(facts, deals.get(id) as StoredDeal))
        const total = isEverything(request)
          ? states.rowsInAll('deals', filter.reach)
          : deals.all.count(filter, ID_RANGE_LENGTH)
        return { rows, total }
      }),
    'trades.orders': (request) =>
      sorted(request, NO_ROWS, (facts) => {
        if (request.row !== undefined) {
          const { id } = request.row
          const found = orders.get(id)
          const at = found?.order.doneAt
          const named = found && { login: found.login, symbolId: found.order.symbolId, at: at ?? 0 }
          return oneRow(request, named, () => orderRows(facts, [id])[0] ?? JSON_NULL)
        }
        const filter = filterOf(request)
        const ids = orders.all.page(filter, ID_RANGE_LENGTH, offsetOf(request), request.limit)
        const total = isEverything(request)
          ? states.rowsInAll('orders', filter.reach)
          : orders.all.count(filter, ID_RANGE_LENGTH)
        return { rows: orderRows(facts, ids), total }
      }),
    'trades.closed_positions': (request) =>
      sorted(request, NO_CLOSED, (facts) => {
        const filter = filterOf(request)
        const page = closed.page(filter, ID_RANGE_LENGTH, offsetOf(request), request.limit)
        const { sums, digits } = sumsByCurrency(request, filter)
        const totals = closedSumsText(sums, digits)
        return { rows: page.map((row) => closedRow(facts, row)), total: Number(sums.count), totals }
      }),
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

  /**
   * Amounts are summed by currency. Groups with other digits are summed separately, and then
   * combined with the most digits.
   */
  function sumsByCurrency(
    { reach }: TradesRequest,
    filter: TradeFilter,
  ): { sums: ClosedSums; digits: number } {
    const digitsOf = readFacts().digitsOfGroup
    const all = new Map<number, string[]>()
    for (const path of reach.groups) {
      const digits = digitsOf(path)
      all.set(digits, [...(all.get(digits) ?? []), path])
    }
    const most = Math.max(0, ...all.keys())
    if (all.size <= 1) return { sums: closed.totals(filter, ID_RANGE_LENGTH), digits: most }
    const sums = noSums()
    for (const [digits, groups] of all) {
      const others = [...reach.others, ...reach.groups.filter((path) => !groups.includes(path))]
      const part = closed.totals({ ...filter, reach: reachOf({ groups, others }) }, ID_RANGE_LENGTH)
      const scale = 10n ** BigInt(most - digits)
      add(sums, {
        ...part,
        commission: part.commission * scale,
        fee: part.fee * scale,
        profit: part.profit * scale,
        swap: part.swap * scale,
      })
    }
    return { sums, digits: most }
  }
}

export function openOrderItem(facts: RowFacts, login: Login, order: OrderEvent): OpenOrderItem {
  const { symbolId, side } = order
  const holder = facts.holder(login)
  const symbol = facts.symbol(symbolId)
  const fields = rowFields(ORDER_ROW.stored, order, holder, symbol, undefined)
  return { group: holder.group, symbolId, side, fields }
}

export function positionItem(facts: RowFacts, row: StoredPosition): PositionItem {
  const { login, id, symbolId } = row
  const symbol = facts.symbol(symbolId)
  const fields = rowFields(POSITION_ROW.stored, row, facts.holder(login), symbol, undefined)
  return { login, id, symbolId, fields }
}

const TOO_DEEP = refuseField('page', say('field.rows_scanned', { max: SORTED_ROWS_MAX }))
const NONE: readonly JsonValue[] = []
const NO_ROWS = { rows: NONE }
const NO_CLOSED = { rows: NONE, totals: closedSumsText(noSums(), 2) }

function noSums(): ClosedSums {
  return { count: 0n, commission: 0n, fee: 0n, profit: 0n, swap: 0n, volume: 0n }
}

type SummedColumns = Readonly<
  Record<'commission' | 'fee' | 'profit' | 'swap' | 'volume', number | bigint>
> & { readonly count?: bigint }

function add(sums: ClosedSums, row: SummedColumns): void {
  sums.count += row.count ?? 1n
  for (const name of ['commission', 'fee', 'profit', 'swap', 'volume'] as const) {
    sums[name] += BigInt(row[name])
  }
}

function offsetOf({ page, limit }: PageRequest): number {
  return (page - 1) * limit
}

/** True for queries that the accounts' own counts can answer. */
function isEverything({ from, to, symbolId }: TradesRequest): boolean {
  return from === undefined && to === undefined && symbolId === undefined
}

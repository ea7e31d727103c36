import { SUMMED_POSITIONS_MAX } from '../../engine/limits/long-answers.js'
import { sortText } from '../../engine/names/sort-text.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { type AccountReach, reachConditions } from '../../storage/repos/accounts/account-reach.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import { type TradesWithin, tradeRows } from '../../storage/repos/trades/trade-rows.js'
import {
  GROUP_OF_ROW,
  symbolNames,
  TRADE_COLUMNS,
  TRADE_SUM_COLUMNS,
} from '../../storage/repos/trades/trade-window.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { WindowAsk } from '../../storage/sqlite/window/query.js'
import { Window } from '../../storage/sqlite/window/window.js'
import type { JsonValue } from '../../wire/format/json-parts.js'
import {
  type OpenOrderItem,
  openOrderItem,
  type PositionItem,
  positionItem,
} from '../../wire/row/trade-items.js'
import {
  type GroupTrades,
  type SummedPosition,
  TRADE_NUMBERS,
  TRADE_WINDOWS,
  type TradeWindow,
} from '../../wire/window/trade-window.js'
import { ID_RANGE_LENGTH } from '../desk/id-range.js'
import type { Handlers } from '../thread/ask.js'
import { type RowFacts, rowFactsReader } from './row-facts.js'
import { rowsOfIds } from './trade-queries.js'
import {
  type Fenced,
  WINDOW_SCAN_MAX,
  type WindowPage,
  type WindowPageAsk,
  type WindowTotal,
  windowReader,
} from './window-page.js'

/** Windows of positions, pending and finished orders, deals and closed positions. */
export interface TradeWindowQueries {
  'positions.window': TradesWindowOf<PositionItem>
  'orders.window': TradesWindowOf<OpenOrderItem>
  'history.window': TradesWindowOf<JsonValue>
  'deals.window': TradesWindowOf<JsonValue>
  'closed.window': TradesWindowOf<JsonValue>
  'trades.window_count': {
    readonly request: TradesWindowCount & { readonly kind: TradeWindow }
    readonly answer: WindowTotal
  }
  'trades.window_sums': {
    readonly request: TradesWindowCount & { readonly kind: TradeWindow }
    readonly answer: TradesTotals
  }
}

/**
 * A count with sums by group. Both are absent while pending, and null for a list that is too long.
 */
export interface TradesTotals extends WindowTotal {
  readonly groups?: readonly GroupTrades[] | null
  /** The open positions whose live profit belongs to the sums. */
  readonly open?: readonly SummedPosition[] | null
}

interface TradesWindowOf<Item> {
  readonly request: TradesWindowCount & WindowPageAsk
  readonly answer: WindowPage<Item>
}

export interface TradesWindowCount extends WindowAsk, Fenced {
  readonly reach: AccountReach
  /** An account in reach, whose own rows are read. */
  readonly login?: Login
  /**
   * The first and last time of finished orders, deals or closed positions, both inclusive;
   * undefined for no limit.
   */
  readonly from?: UnixMs
  readonly to?: UnixMs
}

export function tradeWindowQueries(
  db: Sqlite,
  scanMax = WINDOW_SCAN_MAX,
): Handlers<TradeWindowQueries> {
  const rows = tradeRows(db)
  const names = symbolNames(db)
  const readFacts = rowFactsReader(db)
  const reachOf = reachConditions(db)
  const reader = windowReader(db, projectionRepo(db))
  const positions = positionsRepo(db)
  const orders = openOrdersRepo(db)
  const rowsOf = rowsOfIds(db)

  let facts: RowFacts = readFacts()
  let nameOf = facts.symbolNames()
  names.are((id) => sortText(id === 0 ? '' : nameOf(id)))

  const within = ({ reach, login, from, to }: TradesWindowCount): TradesWithin => ({
    reach: login === undefined ? reachOf(reach) : undefined,
    ...(login === undefined ? {} : { login }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  })
  const windowOf = (kind: TradeWindow): Window<TradesWindowCount> =>
    new Window(db, {
      columns: TRADE_COLUMNS[kind],
      scanMax,
      number: TRADE_NUMBERS[kind],
      sourceOf(asked, query) {
        facts = readFacts()
        nameOf = facts.symbolNames()
        return rows.source(kind, within(asked), ID_RANGE_LENGTH, query)
      },
    })
  const windows = Object.fromEntries(
    TRADE_WINDOWS.map((kind) => [kind, windowOf(kind)]),
  ) as Readonly<Record<TradeWindow, Window<TradesWindowCount>>>

  /** Sorts the found rows in the order of their ids. */
  const inOrder = <Row, Item>(
    ids: readonly number[],
    found: readonly Row[],
    idOf: (row: Row) => number,
    itemOf: (row: Row) => Item,
  ): Item[] => {
    const known = new Map(found.map((row) => [idOf(row), row]))
    return ids.flatMap((id) => {
      const row = known.get(id)
      return row === undefined ? [] : [itemOf(row)]
    })
  }

  const sumsOf = ({ kind, ...asked }: TradesWindowCount & { kind: TradeWindow }) => {
    const found = windows[kind].sums(asked, TRADE_SUM_COLUMNS[kind], GROUP_OF_ROW)
    return found?.map(({ group, sums }) => ({ group, count: Number(sums['count']), sums })) ?? null
  }
  /** The rows of open positions; null if there are too many to value. */
  const openOf = (asked: TradesWindowCount, total: number): SummedPosition[] | null => {
    if (total > SUMMED_POSITIONS_MAX) return null
    const { rows } = windows.positions.page(asked, { edge: 'first' }, SUMMED_POSITIONS_MAX)
    const found = positions.ofIds(rows.map(({ number }) => number))
    return found.map(({ login, id }) => [login, id, facts.holder(login).group])
  }

  return {
    'positions.window': (asked) =>
      reader.page(windows.positions, asked, (ids) => {
        const found = positions.ofIds(ids)
        return inOrder(
          ids,
          found,
          ({ id }) => id,
          (row) => positionItem(facts, row),
        )
      }),
    'orders.window': (asked) =>
      reader.page(windows.orders, asked, (ids) => {
        const found = orders.ofIds(ids)
        const itemOf = ([login, order]: (typeof found)[number]) =>
          openOrderItem(facts, login, order)
        return inOrder(ids, found, ([, { id }]) => id, itemOf)
      }),
    'history.window': (asked) =>
      reader.page(windows.history, asked, (ids) => rowsOf('orders', facts, ids)),
    'deals.window': (asked) =>
      reader.page(windows.deals, asked, (ids) => rowsOf('deals', facts, ids)),
    'closed.window': (asked) =>
      reader.page(windows.closed, asked, (ids) => rowsOf('closed', facts, ids)),
    'trades.window_sums': (asked) =>
      reader.whole(windows[asked.kind], asked, (total) => ({
        groups: sumsOf(asked),
        open: asked.kind === 'positions' ? openOf(asked, total) : null,
      })),
    'trades.window_count': (asked) => reader.count(windows[asked.kind], asked),
  }
}

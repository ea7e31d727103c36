import {
  AnyText,
  Choice,
  Default,
  FlagText,
  GroupMask,
  IdText,
  Limit,
  LoginText,
  Nullable,
  NumberText,
  Optional,
  Query,
  Rows,
  Text,
  TimeOrDay,
  type TSchema,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { TRADE_SUMS, type TradeWindow } from '../../window/trade-window.js'
import { WINDOW_EDGES } from '../../window/window.js'
import { Fence } from '../accounts/account.js'
import {
  FieldNames,
  FilterText,
  WindowCountView,
  windowPageView,
} from '../accounts/account-window.js'
import {
  ClosedPositionView,
  DealView,
  OpenOrderView,
  OpenPositionView,
  OrderView,
} from './trades.js'

/** Request and answer schemas for windows of positions, orders, deals, finished orders and closed positions. */
const CURSOR_MAX = 512

function pageBy(number: string) {
  return {
    edge: Default(Choice(WINDOW_EDGES), 'first'),
    cursor: Optional(Text(CURSOR_MAX, 1)),
    anchor: Optional(IdText),
    offset: Optional(NumberText(0)),
    limit: Default(Limit(100), 100),
    sort: Default(Text(64, 1), number),
    filter: Optional(FilterText),
    group: Optional(GroupMask),
    login: Optional(LoginText),
    fields: Optional(FieldNames),
    min_projection_seq: Optional(Fence),
  }
}

const times = { from: Optional(TimeOrDay), to: Optional(TimeOrDay) }

const sums = { sums: Default(FlagText, false) }

export const OpenTradesWindowQuery = Query(pageBy('id'))
export const HistoryWindowQuery = Query({ ...pageBy('id'), ...times })
export const DealsWindowQuery = Query({ ...pageBy('id'), ...times })
export const ClosedWindowQuery = Query({ ...pageBy('position_id'), ...times })

export const OpenTradesCountQuery = Query({ ...pageBy('id'), ...sums })
export const HistoryCountQuery = Query({ ...pageBy('id'), ...times, ...sums })
export const DealsCountQuery = Query({ ...pageBy('id'), ...times, ...sums })
export const ClosedCountQuery = Query({ ...pageBy('position_id'), ...times, ...sums })

/** A window row. With `fields` it contains only those. */
function rowOf(of: { readonly properties: Readonly<Record<string, TSchema>> }) {
  return View(
    Object.fromEntries(Object.entries(of.properties).map(([name, one]) => [name, Optional(one)])),
  )
}

export const PositionsWindowRow = rowOf(OpenPositionView)
export const OrdersWindowRow = rowOf(OpenOrderView)
export const HistoryWindowRow = rowOf(OrderView)
export const DealsWindowRow = rowOf(DealView)
export const ClosedWindowRow = rowOf(ClosedPositionView)

export const PositionsWindowView = windowPageView(PositionsWindowRow)
export const OrdersWindowView = windowPageView(OrdersWindowRow)
export const HistoryWindowView = windowPageView(HistoryWindowRow)
export const DealsWindowView = windowPageView(DealsWindowRow)
export const ClosedWindowView = windowPageView(ClosedWindowRow)

/** The count of a window, with sums by currency. */
function countOf(kind: TradeWindow, more: Readonly<Record<string, TSchema>> = {}) {
  const { volumes, amounts } = TRADE_SUMS[kind]
  const row = View({
    currency: AnyText,
    count: Type.Integer(),
    ...Object.fromEntries([...volumes, ...amounts].map((name) => [name, AnyText])),
    ...more,
  })
  return View({ ...WindowCountView.properties, sums: Nullable(Rows(row)) })
}

export const PositionsCountView = countOf('positions', {
  profit: Nullable(AnyText),
  unpriced: Type.Integer(),
})
export const OrdersCountView = countOf('orders')
export const DealsCountView = countOf('deals')
export const ClosedCountView = countOf('closed')

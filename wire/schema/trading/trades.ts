import {
  CLOSED_POSITION_FIELDS,
  DEAL_FIELDS,
  ORDER_FIELDS,
  OUTCOME_FIELDS,
  POSITION_FIELDS,
  rowView,
  STORED_ORDER_VIEW,
  TRADE_ANSWER_FIELDS,
  TRADE_CHECK_FIELDS,
} from '../../row/rows.js'
import {
  AnyText,
  Choice,
  Default,
  GroupMask,
  IdText,
  Limit,
  LoginText,
  Nullable,
  Optional,
  Page,
  Params,
  Query,
  Rows,
  Text,
  Time,
  TimeOrDay,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { Fence } from '../accounts/account.js'

/** Deals, and open and closed trades (docs/decisions/histories.md). */
export const TRADES_LIMIT_DEFAULT = 100

const paging = {
  page: Default(Page, 1),
  limit: Default(Limit(), TRADES_LIMIT_DEFAULT),
  min_projection_seq: Optional(Fence),
}

export const HistoryQuery = Query({
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  ...paging,
})

const accounts = {
  group: Optional(GroupMask),
  company: Optional(Text(128, 1)),
  login: Optional(LoginText),
  symbol: Optional(Text(64, 1)),
}

/** The queries for open positions and pending orders. */
export const OpenQuery = Query({ ...accounts, ...paging })
export const OpenOrdersQuery = Query({ id: Optional(IdText), ...accounts, ...paging })

export const TradesQuery = Query({
  id: Optional(IdText),
  ...accounts,
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  ...paging,
})

export const ClosedPositionsQuery = Query({
  ...accounts,
  /** The field is accepted and ignored, because terminals send it. */
  action: Optional(Text(64)),
  from: Optional(Time),
  to: Optional(Time),
  ...paging,
})

export const PositionParams = Params({ id: IdText })

const Whole = Type.Integer()

export const OpenPositionView = rowView(POSITION_FIELDS, 'listed')
export const OrderView = STORED_ORDER_VIEW
/** `price_current` is the price at which an order of its side would fill now. */
export const OpenOrderView = rowView(ORDER_FIELDS, 'listed')
/** A deal. For a balance operation, fields of the symbol are null. */
export const DealView = rowView(DEAL_FIELDS, 'stored')
export const ClosedPositionView = rowView(CLOSED_POSITION_FIELDS, 'stored')

/** How current the rows are. Present if the request named a `min_projection_seq`. */
const fence = {
  consistency: Optional(Choice(['current', 'projection_pending'])),
  projection_seq: Optional(AnyText),
  retry_after_ms: Optional(Whole),
}
const page = { page: Whole, total: Whole, ...fence }

export const PositionRowsView = Rows(OpenPositionView)
export const OpenOrderRowsView = Rows(OpenOrderView)
export const PositionsPageView = View({ items: PositionRowsView, ...page })
export const OrdersPageView = View({ items: Rows(OrderView), ...page })
export const OpenOrdersPageView = View({ items: OpenOrderRowsView, ...page })
export const DealsPageView = View({ items: Rows(DealView), ...page })
export const ClosedPageView = View({
  items: Rows(ClosedPositionView),
  ...page,
  totals: View({
    commission: AnyText,
    count: Whole,
    fee: AnyText,
    profit: AnyText,
    swap: AnyText,
    volume: AnyText,
  }),
})
export const CountView = View({ total: Whole })

/** The answer to a trade request, the same over WebSocket. */
export const TradeAnswerView = rowView(TRADE_ANSWER_FIELDS, 'stored')
/**
 * The first result of a request. If that is a refusal, it contains the refusal's data instead of
 * figures.
 */
export const OutcomeView = rowView(OUTCOME_FIELDS, 'stored')
export const TradeCheckView = rowView(TRADE_CHECK_FIELDS, 'stored')

export const AccountSessionView = View({
  equity: AnyText,
  group: AnyText,
  ip: AnyText,
  last_name: Nullable(AnyText),
  login: Whole,
  name: Nullable(AnyText),
  os: AnyText,
  read_only: Type.Boolean(),
  session: AnyText,
  since: Time,
  sockets: Whole,
  staff: Type.Boolean(),
  terminal: AnyText,
})

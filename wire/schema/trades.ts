import { REASONS } from '../../engine/account/event.js'
import { Fence } from './account.js'
import {
  AnyText,
  Choice,
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
} from './scalars.js'
import { Type } from './type.js'

/** Trades that are done and trades that are open (docs/choices/histories.md). */
export const TRADES_LIMIT_DEFAULT = 100

const paging = {
  page: Optional(Page),
  limit: Optional(Limit()),
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

/** Of open positions, and of orders that rest. */
export const OpenQuery = Query({ ...accounts, ...paging })

export const TradesQuery = Query({
  ...accounts,
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  ...paging,
})

export const ClosedPositionsQuery = Query({
  ...accounts,
  /** Taken and ignored: terminals send it, and it changes nothing. */
  action: Optional(Text(64)),
  from: Optional(Time),
  to: Optional(Time),
  ...paging,
})

export const PositionParams = Params({ id: IdText })

const Whole = Type.Integer()
const WholeOrNone = Nullable(Whole)
const TextOrNone = Nullable(AnyText)
const TimeOrNone = Nullable(Time)

const Origin = View({
  kind: Choice(['terminal', 'dealer', 'api', 'gateway', 'system']),
  by: WholeOrNone,
})

const holder = { login: Whole, group: AnyText }
const symbol = { symbol: AnyText, digits: Whole, contract_size: AnyText }
const made = { reason: Choice(REASONS), origin: Origin, comment: AnyText }
const stops = { stop_loss: AnyText, take_profit: AnyText }

export const OpenPositionView = View({
  id: Whole,
  ...holder,
  ...symbol,
  side: Choice(['buy', 'sell']),
  volume: AnyText,
  price_open: AnyText,
  price_current: TextOrNone,
  ...stops,
  trailing_pts: Whole,
  swap: AnyText,
  profit: TextOrNone,
  margin: TextOrNone,
  opened_at: Time,
  ...made,
  dealer: WholeOrNone,
  external_id: AnyText,
  version: Whole,
})

const order = {
  id: Whole,
  ...holder,
  ...symbol,
  kind: Choice(['market', 'limit', 'stop', 'stop_limit']),
  side: Choice(['buy', 'sell']),
  state: Choice(['started', 'placed', 'partial', 'filled', 'cancelled', 'rejected', 'expired']),
  volume_initial: AnyText,
  volume_current: AnyText,
  price: AnyText,
  trigger_price: AnyText,
  ...stops,
  trailing_pts: Whole,
  deviation_pts: Whole,
  filling: TextOrNone,
  expiration: AnyText,
  expires_at: TimeOrNone,
  position_id: WholeOrNone,
  by_position_id: WholeOrNone,
  oco_order_id: WholeOrNone,
  created_at: Time,
  activated_at: TimeOrNone,
  done_at: TimeOrNone,
  ...made,
  dealer: WholeOrNone,
  external_id: AnyText,
  version: Whole,
}

export const OrderView = View(order)
/** `price_current` is the price at which an order of its side would fill now. */
export const OpenOrderView = View({ ...order, price_current: TextOrNone })

/** Of a balance operation what belongs to a symbol is null. */
export const DealView = View({
  id: Whole,
  order_id: WholeOrNone,
  position_id: WholeOrNone,
  ...holder,
  symbol: TextOrNone,
  digits: WholeOrNone,
  contract_size: TextOrNone,
  volume: TextOrNone,
  price: TextOrNone,
  entry: Choice(['in', 'out', 'inout', 'out_by', 'balance']),
  action: AnyText,
  side: Nullable(Choice(['buy', 'sell'])),
  profit: AnyText,
  swap: AnyText,
  commission: AnyText,
  fee: AnyText,
  credit: AnyText,
  ...made,
  dealer: WholeOrNone,
  at: Time,
  seq: AnyText,
})

export const ClosedPositionView = View({
  position_id: Whole,
  ...holder,
  ...symbol,
  side: Choice(['buy', 'sell']),
  volume: AnyText,
  price_open: AnyText,
  price_close: AnyText,
  opened_at: Time,
  closed_at: Time,
  commission: AnyText,
  fee: AnyText,
  swap: AnyText,
  profit: AnyText,
  ...made,
  dealer: WholeOrNone,
})

/** With the fence asked for, `consistency` and what comes with it are there too. */
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

/** The answer to a trade request, as on the live socket. */
export const TradeAnswerView = View({
  order_id: Whole,
  deal_id: Whole,
  position_id: Whole,
  volume: AnyText,
  price: TextOrNone,
  bid: TextOrNone,
  ask: TextOrNone,
  seq: AnyText,
  projection_seq: AnyText,
})

export const TradeCheckView = View({
  volume: AnyText,
  price: TextOrNone,
  bid: TextOrNone,
  ask: TextOrNone,
  margin: TextOrNone,
  margin_free: TextOrNone,
})

/** A session of an account. */
export const AccountSessionView = View({
  equity: AnyText,
  group: AnyText,
  ip: AnyText,
  last_name: TextOrNone,
  login: Whole,
  name: TextOrNone,
  os: AnyText,
  read_only: Type.Boolean(),
  session: AnyText,
  since: Time,
  sockets: Whole,
  staff: Type.Boolean(),
})

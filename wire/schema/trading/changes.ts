import { ANSWERED_BY, CHANGE_FIELDS } from '../../stored/stored-change.js'
import {
  AnyText,
  Choice,
  Default,
  Flag,
  IdText,
  Limit,
  Nullable,
  Optional,
  Page,
  Params,
  Query,
  Rows,
  Time,
  TimeOrDay,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { TRADES_LIMIT_DEFAULT } from './trades.js'

/**
 * The history of changes of a position's stops and of an order's terms
 * (docs/decisions/histories.md).
 */
export const ChangesParams = Params({ id: IdText })

export const ChangesQuery = Query({
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  page: Default(Page, 1),
  limit: Default(Limit(), TRADES_LIMIT_DEFAULT),
})

const Whole = Type.Integer()
/** The value in the format of the position or order. */
const Value = Type.Union([Type.String(), Whole, Type.Null()])

const change = {
  at: Time,
  field: Choice(CHANGE_FIELDS),
  old: Value,
  new: Value,
  by: Choice(ANSWERED_BY),
  client_order_id: Nullable(AnyText),
  request_id: Nullable(AnyText),
}
const page = { page: Whole, total: Whole, is_complete: Flag }

/** A change as the trader sees it. It names no staff. */
export const OwnChangeView = View(change)
export const TradeChangeView = View({ ...change, actor: Nullable(Whole) })
export const OwnChangesPageView = View({ items: Rows(OwnChangeView), ...page })
export const TradeChangesPageView = View({ items: Rows(TradeChangeView), ...page })

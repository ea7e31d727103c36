import { TRADES_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import {
  AnyText,
  Body,
  Choice,
  Flag,
  Id,
  List,
  Multiline,
  Nullable,
  Optional,
  Rows,
  Text,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'
import { OpenOrderRowsView, PositionRowsView } from './trades.js'

/** Closing positions, deleting orders and clearing stops in bulk. */
const picked = Optional(List(Id, TRADES_PER_REQUEST_MAX * REPEATS_TIMES_MAX))

const params = {
  close_positions: Optional(Flag),
  delete_orders: Optional(Flag),
  clear_stops: Optional(Flag),
  symbol: Optional(Text(64)),
  groups: Optional(Text(128)),
  positions: picked,
  orders: picked,
  comment: Optional(Multiline(64)),
  preview: Optional(Flag),
}

/** The parameters that the code of a confirmation covers. */
export const BulkCloseParams = Body(params)

export const BulkCloseBody = Body({ ...params, ...CONFIRMED_BY })

export const BulkCloseRow = View({
  operation: Choice(['close', 'delete', 'clear_stops']),
  kind: Choice(['position', 'order']),
  id: Type.Integer(),
  login: Type.Integer(),
  symbol: Nullable(AnyText),
  status: Choice(['done', 'rejected']),
  code: AnyText,
  message: AnyText,
})

/** In a preview `results` is empty; in a bulk close `positions` and `orders` are. */
export const BulkCloseView = View({
  preview: Flag,
  total: Type.Integer(),
  positions: PositionRowsView,
  orders: OpenOrderRowsView,
  results: Rows(BulkCloseRow),
})

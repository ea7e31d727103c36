import { TRANSACTION_KINDS } from '../../thread/provider-records.js'
import {
  AnyText,
  Choice,
  Default,
  Flag,
  IdText,
  Int,
  Limit,
  LoginText,
  Nullable,
  NumberText,
  Optional,
  Query,
  Rows,
  Text,
  Time,
  TimeOrDay,
  View,
} from '../../types/scalars.js'

/** Transactions of gateways (docs/decisions/gateway-transactions.md). */
const TRANSACTION_LIMIT_DEFAULT = 100

const STATES = [
  'pending',
  'working',
  'kept',
  'filled',
  'cancelled',
  'expired',
  'rejected',
  'unknown',
  'undone',
] as const

export const GatewayTransactionsQuery = Query({
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  login: Optional(LoginText),
  order_id: Optional(IdText),
  symbol: Optional(Text(64, 1)),
  kind: Optional(Choice(TRANSACTION_KINDS)),
  state: Optional(Choice(STATES)),
  /** The id of the last row of the previous page. */
  before: Optional(NumberText(1)),
  limit: Default(Limit(), TRANSACTION_LIMIT_DEFAULT),
})

const IdOrNone = Nullable(Int(1))
const TextOrNone = Nullable(AnyText)

export const GatewayTransactionsView = View({
  items: Rows(
    View({
      id: Int(1),
      at: Time,
      gateway_id: Int(1),
      direction: Choice(['sent', 'received']),
      kind: Choice(TRANSACTION_KINDS),
      state: Nullable(Choice(STATES)),
      login: IdOrNone,
      order_id: IdOrNone,
      position_id: IdOrNone,
      client_order: AnyText,
      external_id: TextOrNone,
      execution_id: TextOrNone,
      symbol: TextOrNone,
      source: TextOrNone,
      side: Choice(['buy', 'sell']),
      volume: TextOrNone,
      price: TextOrNone,
      provider_quantity: TextOrNone,
      provider_price: TextOrNone,
      total: TextOrNone,
      average: TextOrNone,
      text: AnyText,
    }),
  ),
  /** Whether there are older matching rows. Request them with `before` set to the last id. */
  has_more: Flag,
})

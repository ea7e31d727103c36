import {
  AnyText,
  Body,
  DecimalUnsigned,
  Id,
  Int,
  Nullable,
  Optional,
  Rows,
  type Static,
  Text,
  Time,
  View,
} from '../scalars.js'
import { Type } from '../type.js'

/** The dealing desk's operations and queue (docs/decisions/dealing.md). */
export const REJECT_TEXT_MAX = 128
const REASON_MAX = 128

export const DealingTakeArgs = Body({ id: Id })
/** A dealer's price; without one the market's is taken. */
export const DealingCheckArgs = Body({ id: Id, price: Optional(DecimalUnsigned) })
/** The same, and why it is far from the market. */
export const DealingPriceArgs = Body({
  id: Id,
  price: Optional(DecimalUnsigned),
  reason: Optional(Text(REASON_MAX, 1)),
})
/** The longest that a dealer's offer may hold, in seconds. */
export const DEALERS_OFFER_SEC_MAX = 60

export const DealingRequoteArgs = Body({
  id: Id,
  price: Optional(DecimalUnsigned),
  reason: Optional(Text(REASON_MAX, 1)),
  valid_sec: Optional(Int(1, DEALERS_OFFER_SEC_MAX)),
})
export const DealingTextArgs = Body({ id: Id, text: Optional(Text(REJECT_TEXT_MAX)) })
export type DealingArgs = Static<typeof DealingTakeArgs> & {
  readonly price?: string
  readonly text?: string
  readonly reason?: string
  readonly valid_sec?: number
}

export const DealingRequestView = View({
  id: Type.Integer(),
  login: Type.Integer(),
  group: AnyText,
  symbol: AnyText,
  /** The request in the words of a trade request. */
  request: Type.Unsafe<Readonly<Record<string, string | number>>>({
    type: 'object',
    additionalProperties: {},
  }),
  rule_id: Type.Integer(),
  account: View({
    name: Nullable(AnyText),
    equity: Nullable(AnyText),
    margin_level: Nullable(AnyText),
  }),
  deviation_pct: AnyText,
  net_volume: AnyText,
  bid: Nullable(AnyText),
  ask: Nullable(AnyText),
  taken_by: Nullable(Type.Integer()),
  at: Time,
  since_ms: Type.Integer(),
  expires_at: AnyText,
})
export type DealingRequest = Static<typeof DealingRequestView>

export const DealingQueueView = Rows(DealingRequestView)

/** The account as a confirmation at `price` would leave it. */
export const DealingAfterView = View({
  id: Type.Integer(),
  price: Nullable(AnyText),
  equity: Nullable(AnyText),
  margin: Nullable(AnyText),
  margin_level: Nullable(AnyText),
})

/** What became of a request that a dealer answered; 0 is none. */
export const DealingDoneView = View({
  id: Type.Integer(),
  outcome: AnyText,
  message: AnyText,
  order_id: Type.Integer(),
  deal_id: Type.Integer(),
  position_id: Type.Integer(),
})

/** A request that waits no more: `by` is the dealer who had taken it, `price` what the dealer gave. */
export const DealingGoneView = View({
  id: Type.Integer(),
  outcome: AnyText,
  by: Nullable(Type.Integer()),
  price: Nullable(AnyText),
})

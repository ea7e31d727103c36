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
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** The operations and the queue of the dealing desk (docs/decisions/dealing.md). */
export const REJECT_TEXT_MAX = 128
const REASON_MAX = 128

export const DealingTakeArgs = Body({ id: Id })
/** A dealer's price; by default the market price. */
export const DealingCheckArgs = Body({ id: Id, price: Optional(DecimalUnsigned) })
/** A dealer's price, with a reason if it is far from the market. */
export const DealingPriceArgs = Body({
  id: Id,
  price: Optional(DecimalUnsigned),
  reason: Optional(Text(REASON_MAX, 1)),
})
/** The longest time in seconds that a dealer's offer may be valid. */
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
  /** The request, with field names of trade requests. */
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

/** The account's figures after a confirmation at `price`. */
export const DealingAfterView = View({
  id: Type.Integer(),
  price: Nullable(AnyText),
  equity: Nullable(AnyText),
  margin: Nullable(AnyText),
  margin_level: Nullable(AnyText),
})

/** The result of a request that a dealer answered; an id of 0 means none. */
export const DealingDoneView = View({
  id: Type.Integer(),
  outcome: AnyText,
  message: AnyText,
  order_id: Type.Integer(),
  deal_id: Type.Integer(),
  position_id: Type.Integer(),
})

/**
 * A request that has left the queue. `by` is the dealer who had taken it, `price` the dealer's
 * price.
 */
export const DealingGoneView = View({
  id: Type.Integer(),
  outcome: AnyText,
  by: Nullable(Type.Integer()),
  price: Nullable(AnyText),
})

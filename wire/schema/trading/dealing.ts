import {
  AnyText,
  Body,
  DecimalUnsigned,
  Id,
  Nullable,
  Optional,
  Rows,
  type Static,
  Text,
  Time,
  View,
} from '../scalars.js'
import { Type } from '../type.js'

/** The dealing desk's operations and queue (docs/choices/dealing.md). */
export const REJECT_TEXT_MAX = 128

export const DealingTakeArgs = Body({ id: Id })
/** A dealer's price; without one the market's is taken. */
export const DealingPriceArgs = Body({ id: Id, price: Optional(DecimalUnsigned) })
export const DealingTextArgs = Body({ id: Id, text: Optional(Text(REJECT_TEXT_MAX)) })
export type DealingArgs = Static<typeof DealingTakeArgs> & {
  readonly price?: string
  readonly text?: string
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

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

export const DealingQueueView = Rows(
  View({
    id: Type.Integer(),
    login: Type.Integer(),
    group: AnyText,
    symbol: AnyText,
    /** The request in the words of a trade request. */
    request: Type.Unsafe<Readonly<Record<string, string | number>>>({
      type: 'object',
      additionalProperties: {},
    }),
    bid: Nullable(AnyText),
    ask: Nullable(AnyText),
    taken_by: Nullable(Type.Integer()),
    expires_at: AnyText,
  }),
)

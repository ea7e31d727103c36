import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import {
  AnyText,
  Body,
  Choice,
  Decimal,
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
import { CORRECTED_MAX, REASON_CHARS_MAX } from './position-correction.js'

const params = {
  items: List(Body({ id: Id, price: Decimal }), CORRECTED_MAX * REPEATS_TIMES_MAX, 1),
  comment: Optional(Multiline(64)),
  reason: Optional(Text(REASON_CHARS_MAX)),
  skip_margin_check: Optional(Flag),
  preview: Optional(Flag),
}

/** The part of the body that the confirmation covers. */
export const DealCorrectionParams = Body(params)

export const DealCorrectionBody = Body({ ...params, ...CONFIRMED_BY })

/** A position with its deals at the corrected prices. */
export const DealCorrectionRow = View({
  login: Type.Integer(),
  group: AnyText,
  currency: AnyText,
  position_id: Type.Integer(),
  symbol: AnyText,
  side: Choice(['buy', 'sell']),
  volume: AnyText,
  deals: Rows(
    View({
      id: Type.Integer(),
      side: Choice(['buy', 'sell']),
      price_before: AnyText,
      price: AnyText,
    }),
  ),
  price_open_before: Nullable(AnyText),
  price_open: Nullable(AnyText),
  amount: AnyText,
  deal_id: Nullable(Type.Integer()),
  status: Choice(['planned', 'done', 'rejected']),
  code: AnyText,
  message: AnyText,
})

export const DealCorrectionView = View({
  preview: Flag,
  total: Type.Integer(),
  missing: Rows(Type.Integer()),
  results: Rows(DealCorrectionRow),
})

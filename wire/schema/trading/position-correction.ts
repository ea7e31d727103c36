import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import {
  AnyText,
  Body,
  Choice,
  Decimal,
  Id,
  List,
  Multiline,
  Nullable,
  Optional,
  Rows,
  Text,
  Version,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'

/** Corrections of open positions by staff (docs/decisions/histories.md). */
export const CORRECTED_MAX = 1000
/** The longest reason, which is only recorded in the journal. */
export const REASON_CHARS_MAX = 128

/** Changes of a position. Omitted fields stay unchanged. */
export const PositionPatchBody = Body({
  version: Optional(Version),
  price_open: Optional(Decimal),
  stop_loss: Optional(Decimal),
  take_profit: Optional(Decimal),
  comment: Optional(Multiline(64)),
  reason: Optional(Text(REASON_CHARS_MAX)),
})

const deleted = {
  ids: List(Id, CORRECTED_MAX * REPEATS_TIMES_MAX, 1),
  reason: Optional(Text(REASON_CHARS_MAX)),
}

/** The part of the body that the confirmation covers. */
export const PositionsDeleteParams = Body(deleted)

export const PositionsDeleteBody = Body({ ...deleted, ...CONFIRMED_BY })

export const PositionsDeletedView = View({
  deleted: Type.Integer(),
  items: Rows(
    View({
      error: Nullable(AnyText),
      id: Type.Integer(),
      login: Nullable(Type.Integer()),
      result: Choice(['deleted', 'not_found', 'forbidden', 'error']),
    }),
  ),
})

import { AnyText, Nullable, Rows, View } from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/**
 * A difference between an account and the sum of its deals (docs/decisions/audit.md). Null means
 * that the value is missing.
 */
const difference = {
  field: AnyText,
  stored: Nullable(AnyText),
  computed: Nullable(AnyText),
}

export const AccountCheckView = View({ differences: Rows(View(difference)) })

/** `deal_id` is the deal that records the repair. */
export const AccountRepairView = View({
  differences: Rows(View({ ...difference, deal_id: Type.Integer() })),
  projection_seq: Nullable(AnyText),
})

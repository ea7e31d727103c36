import { AnyText, Nullable, Rows, View } from '../scalars.js'
import { Type } from '../type.js'

/** A difference between an account and what its deals make it (docs/decisions/audit.md); null: it has none. */
const difference = {
  field: AnyText,
  stored: Nullable(AnyText),
  computed: Nullable(AnyText),
}

export const AccountCheckView = View({ differences: Rows(View(difference)) })

/** `deal_id` is of the deal that tells of the repair. */
export const AccountRepairView = View({
  differences: Rows(View({ ...difference, deal_id: Type.Integer() })),
  projection_seq: Nullable(AnyText),
})

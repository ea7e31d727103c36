import { Nullable, type Static, View } from '../scalars.js'
import { Type } from '../type.js'

/** How much of each kind waits for staff; null is what the caller may not see. */
const Count = Nullable(Type.Integer())

export const WaitingView = View({
  applications: Count,
  held_fills: Count,
  dealing: Count,
  mail: Count,
  outbox_failed: Count,
  jobs_failed: Count,
})
export type Waiting = Static<typeof WaitingView>

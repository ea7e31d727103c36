import { Nullable, type Static, View } from '../scalars.js'
import { Type } from '../type.js'

/** Counts of waiting work; null if the caller may not see a count. */
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

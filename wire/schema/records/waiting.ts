import { Nullable, type Static, Time, View } from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Counts of waiting work; null if the caller may not see a count. */
const Count = Nullable(Type.Integer())
/** The time since which the oldest of them waits; null if none waits, or without the count. */
const Since = Nullable(Time)

export const WaitingView = View({
  applications: Count,
  held_fills: Count,
  dealing: Count,
  mail: Count,
  outbox_failed: Count,
  jobs_failed: Count,
  applications_since: Since,
  held_fills_since: Since,
  dealing_since: Since,
  mail_since: Since,
  outbox_failed_since: Since,
  jobs_failed_since: Since,
})
export type Waiting = Static<typeof WaitingView>

import { DAY_MS } from '../../engine/calendar/durations.js'
import type { Refusal } from '../../engine/code.js'
import { JOB_STARTS_WITHIN_MS } from '../../engine/limits/jobs.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'

/** Refuses an implausible start time of a job. */
export function refuseStart(at: UnixMs | undefined, now: UnixMs): Refusal | null {
  if (at === undefined) return null
  if (at <= now) return refuseField('starts_at', say('field.start_over'))
  if (at <= now + JOB_STARTS_WITHIN_MS) return null
  return refuseField('starts_at', say('field.start_far', { days: JOB_STARTS_WITHIN_MS / DAY_MS }))
}

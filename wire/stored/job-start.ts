import { DAY_MS } from '../../engine/calendar/durations.js'
import type { Refusal } from '../../engine/code.js'
import { JOB_STARTS_WITHIN_MS } from '../../engine/limits/jobs.js'
import type { UnixMs } from '../../engine/units.js'
import { refuseField } from '../answer/errors.js'

/** Refuses a time at which nobody can mean that a job is to begin. */
export function refuseStart(at: UnixMs | undefined, now: UnixMs): Refusal | null {
  if (at === undefined) return null
  if (at <= now) return refuseField('starts_at', 'is over: leave it out to begin at once')
  if (at <= now + JOB_STARTS_WITHIN_MS) return null
  return refuseField('starts_at', `is more than ${JOB_STARTS_WITHIN_MS / DAY_MS} days ahead`)
}

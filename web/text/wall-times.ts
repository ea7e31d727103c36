import { settings } from '../settings/settings.js'
import { type Clock, shownOffsetMin, timeText } from './times.js'

const MINUTE_MS = 60_000

/** The moment that a field of the browser has, `2026-03-02T10:00` on the clock that is shown; null where it is none. */
export function momentOf(wall: string, clock: Clock = settings.value.times): string | null {
  const ms = Date.parse(`${wall}Z`)
  if (Number.isNaN(ms)) return null
  const about = ms - MINUTE_MS * shownOffsetMin(ms, clock)
  return new Date(ms - MINUTE_MS * shownOffsetMin(about, clock)).toISOString()
}

/** A moment as such a field has it. */
export function wallOf(moment: string): string {
  const text = timeText(moment, false)
  return text.length === 16 ? text.replace(' ', 'T') : ''
}

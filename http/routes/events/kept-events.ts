import { DAY_MS } from '../../../engine/calendar/durations.js'
import { EVENTS_KEPT_MARGIN_MS } from '../../../engine/limits/events.js'
import type { UnixMs } from '../../../engine/units.js'
import type { FrontServices } from '../route.js'

/** How long events can be read if logs are kept for this many days. */
export function eventsKeptMs(days: number): number {
  return days * DAY_MS - EVENTS_KEPT_MARGIN_MS
}

/**
 * The time before which the stream shows no events. When `events_days` was increased, older logs
 * may already be deleted.
 */
export function eventsKeptFrom({
  settings: { book },
  clock,
  logRetentionDays,
}: Pick<FrontServices, 'settings' | 'clock' | 'logRetentionDays'>): UnixMs {
  const shown = book.records.settings[0]?.events_days ?? logRetentionDays
  return clock.now() - eventsKeptMs(Math.min(shown, logRetentionDays))
}

import { DAY_MS } from '../../../engine/calendar/durations.js'
import { EVENTS_KEPT_MARGIN_MS } from '../../../engine/limits/events.js'
import type { UnixMs } from '../../../engine/units.js'
import type { FrontServices } from '../../pipeline/services.js'

/** The time for which events of logs that are kept for these days can be read. */
export function eventsKeptMs(days: number): number {
  return days * DAY_MS - EVENTS_KEPT_MARGIN_MS
}

/** The time before which the stream shows no events. The logs may have been kept longer when `events_days` was set. */
export function eventsKeptFrom({
  settings: { book },
  clock,
  logRetentionDays,
}: Pick<FrontServices, 'settings' | 'clock' | 'logRetentionDays'>): UnixMs {
  const shown = book.records.settings[0]?.events_days ?? logRetentionDays
  return clock.now() - eventsKeptMs(Math.min(shown, logRetentionDays))
}

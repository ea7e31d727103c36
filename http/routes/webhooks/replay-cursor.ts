import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { EventScope } from '../../../wire/thread/event-reads.js'
import { eventsKeptMs } from '../events/kept-events.js'
import type { FrontServices } from '../route.js'

/** A scope that matches no event, for reads that only need a cursor. */
const NO_EVENTS: EventScope = {
  kinds: [],
  groups: [],
  isNarrowed: false,
  hidden: [],
  settings: [],
  linesFrom: 0,
  reader: 0,
}
const READ = { limit: 1, waitMs: 0, scope: () => NO_EVENTS } as const
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/
const CURSOR = /^[A-Za-z0-9_-]{1,64}$/

type Parts = Pick<FrontServices, 'eventStream' | 'clock' | 'logRetentionDays'>

/** The cursor behind the newest event, at which only new events follow. */
export async function newestCursor(parts: Parts): Promise<string | Refusal> {
  const keptFrom = keptSince(parts)
  const read = await parts.eventStream.read({ ...READ, isLatest: true, keptFrom })
  return read.ok ? read.value.next : read
}

/** The cursor in the request, or the one before the first event at or after a time. */
export async function cursorFrom(from: string, parts: Parts): Promise<string | Refusal> {
  const { eventStream } = parts
  const keptFrom = keptSince(parts)
  if (TIME.test(from) && !Number.isNaN(Date.parse(from))) {
    const since = Math.max(keptFrom, Date.parse(from))
    const read = await eventStream.read({ ...READ, isLatest: false, keptFrom: since })
    return read.ok ? read.value.oldest : read
  }
  if (!CURSOR.test(from)) return refuseField('from', say('field.cursor_or_time'))
  const read = await eventStream.read({ ...READ, after: from, isLatest: false, keptFrom })
  if (!isRefusal(read)) return from
  return read.code === 'invalid_input' ? refuseField('from', say('field.event_cursor')) : read
}

function keptSince({ clock, logRetentionDays }: Parts): number {
  return clock.now() - eventsKeptMs(logRetentionDays)
}

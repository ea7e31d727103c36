import { timeText } from '../../wire/format/time-text.js'
import type { EventKind } from '../../wire/thread/event-reads.js'

/**
 * An event of the stream. Personal fields of accounts are null already, because the scope hides
 * them.
 */
export interface StreamItem {
  readonly id: string
  readonly kind: EventKind
  readonly at: string
  readonly login: number | null
  readonly data: unknown
}

/** Event kinds whose `data` may contain a comment. */
const COMMENTED: ReadonlySet<string> = new Set(['order', 'deal', 'position'])

/** The body of the request that delivers an event. It contains no text written by a person. */
export function webhookBody(item: StreamItem): string {
  const data = withoutTexts(item)
  return JSON.stringify({ type: item.kind, timestamp: item.at, data: { ...item, data } })
}

function withoutTexts({ kind, data }: StreamItem): unknown {
  if (COMMENTED.has(kind)) return { ...(data as object), comment: null }
  if (kind !== 'application') return data
  const { application, ...change } = data as { readonly application: object | null }
  const shown = application === null ? null : { ...application, reason: null, ip: null }
  return { ...change, application: shown }
}

export function testBody(id: string, now: number): string {
  const at = timeText(now)
  return JSON.stringify({ type: 'test', timestamp: at, data: { id, kind: 'test', at } })
}

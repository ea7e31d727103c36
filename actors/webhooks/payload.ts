import { jsonField, jsonFields, jsonObject } from '../../wire/format/json-parts.js'
import { timeText } from '../../wire/format/time-text.js'
import type { StreamItem } from '../../wire/thread/event-reads.js'

/** The body of the request that delivers an event. */
export function webhookBody({ kind, at, json }: StreamItem): string {
  return jsonObject(jsonFields({ type: kind, timestamp: at }), jsonField('data', json))
}

export function testBody(id: string, now: number): string {
  const at = timeText(now)
  return JSON.stringify({ type: 'test', timestamp: at, data: { id, kind: 'test', at } })
}

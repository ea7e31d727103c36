import type { WebhookLine } from '../../actors/webhooks/webhook-line.js'
import { say } from '../../engine/reasons/reasons.js'
import { type HealthNote, healthNote } from './health-note.js'

type Noted = Pick<WebhookLine, 'record' | 'ended' | 'failuresKept' | 'hasGap'>

/** Notes for an operator about webhooks that lose events or no longer deliver. */
export function webhookNotes(lines: readonly Noted[]): readonly HealthNote[] {
  return lines.flatMap(({ record: { id, name, enabled }, ended, failuresKept, hasGap }) => {
    const about = { kind: 'webhooks', ids: [id] }
    const notes: HealthNote[] = []
    if (ended !== null && !enabled) {
      const said = say('note.webhook_disabled', { name, end: ended })
      notes.push(healthNote('webhooks.disabled', said, about))
    }
    if (failuresKept > 0) {
      const said = say('note.webhook_gave_up', { name, count: failuresKept })
      notes.push(healthNote('webhooks.failed_events', said, about))
    }
    if (hasGap) {
      const said = say('note.webhook_gap', { name })
      notes.push(healthNote('webhooks.gap', said, about))
    }
    return notes
  })
}

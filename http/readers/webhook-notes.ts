import type { WebhookLine } from '../../actors/webhooks/webhook-line.js'
import type { WebhookEnd } from '../../wire/stored/programs/stored-webhook.js'
import { type HealthNote, healthNote } from './health-note.js'

type Noted = Pick<WebhookLine, 'record' | 'ended' | 'failuresKept' | 'hasGap'>

const WHY: Readonly<Record<WebhookEnd, string>> = {
  gone: 'its receiver answered 410',
  silent: 'its receiver accepted no event for 3 days',
}

/** Notes for the operator about webhooks that have lost events or stopped delivering. */
export function webhookNotes(lines: readonly Noted[]): readonly HealthNote[] {
  return lines.flatMap(({ record: { id, name, enabled }, ended, failuresKept, hasGap }) => {
    const about = { kind: 'webhooks', ids: [id] }
    const notes: HealthNote[] = []
    if (ended !== null && !enabled) {
      const text = `The server disabled the webhook ${name}: ${WHY[ended]}.`
      notes.push(healthNote('webhooks.disabled', text, about))
    }
    if (failuresKept > 0) {
      const which = failuresKept === 1 ? '1 event' : `${failuresKept} events`
      const text = `The webhook ${name} gave up ${which} after 3 days. Replay it.`
      notes.push(healthNote('webhooks.failed_events', text, about))
    }
    if (hasGap) {
      const text = `Events for the webhook ${name} were no longer kept when it wanted to deliver them.`
      notes.push(healthNote('webhooks.gap', text, about))
    }
    return notes
  })
}

import type { UnixMs } from '../../engine/units.js'
import type { WebhookDelivery, WebhookProgress } from '../stored/programs/stored-webhook.js'
import type { EventScope } from './event-reads.js'

/** The receiver, and the secrets that sign its requests. */
export interface WebhookTarget {
  readonly url: string
  readonly secrets: readonly string[]
}

/** A task to deliver some events of a webhook. */
export interface WebhookDeliverTask {
  readonly do: 'deliver'
  readonly target: WebhookTarget
  readonly scope: EventScope
  readonly keptFrom: UnixMs
  /** How far the server's clock is ahead of real time. */
  readonly aheadMs: number
  /** The progress of the webhook. Null makes it start after the newest event. */
  readonly progress: WebhookProgress | null
}

/** A single request outside the stream, such as a test. */
export interface WebhookSendTask {
  readonly do: 'send'
  readonly target: WebhookTarget
  readonly id: string
  readonly body: string
}

export type WebhookTask = { readonly dataDir: string; readonly shards: number } & (
  | WebhookDeliverTask
  | WebhookSendTask
)

export interface WebhookAnswer {
  /** The HTTP status; null if the receiver did not answer. */
  readonly status: number | null
  readonly durationMs: number
  readonly answer: string
  /** The reason why the attempt failed; empty if the receiver accepted the request. */
  readonly error: string
  readonly retryAfterMs: number | null
}

/** The reason why the server disabled the webhook. */
export type WebhookEnd = 'gone' | 'silent'

export interface DeliveredPart {
  readonly progress: WebhookProgress
  readonly deliveries: readonly WebhookDelivery[]
  readonly delivered: number
  readonly end: WebhookEnd | null
  /** True if there may be more events to deliver. */
  readonly hasMore: boolean
  /** The number of counted events after the cursor. */
  readonly behind: number
  /** True if events were lost because the logs had already been trimmed. */
  readonly hasGap: boolean
}

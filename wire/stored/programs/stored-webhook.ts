import type { UnixMs } from '../../../engine/units.js'
import type { Failing } from '../../../engine/webhooks/retries.js'
import type { EventScope } from '../../thread/event-reads.js'

/**
 * An account whose events wait for another delivery attempt. Events without an account have login
 * 0.
 */
export interface PausedAccount extends Failing {
  readonly login: number
  /** The cursor before the first waiting event. */
  readonly after: string
  /** The number of the account's events that were skipped. */
  readonly waiting: number
}

export interface WebhookProgress {
  /** The place up to which every event was delivered, given up, or belongs to a paused account. */
  readonly cursor: string
  /** Events after the cursor that were delivered or given up. */
  readonly done: readonly string[]
  /** The failures while the whole webhook is paused. */
  readonly pause: Failing | null
  readonly accounts: readonly PausedAccount[]
  readonly lastSuccessAt: UnixMs | null
  readonly lastError: string
}

/** The latest attempt to deliver an event. */
export interface WebhookDelivery {
  readonly eventId: string
  readonly kind: string
  readonly login: number | null
  readonly at: UnixMs
  readonly attempts: number
  readonly state: 'delivered' | 'retrying' | 'failed'
  readonly status: number | null
  readonly durationMs: number
  readonly answer: string
  readonly error: string
  readonly nextAt: UnixMs | null
}

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

import type { UnixMs } from '../../../engine/units.js'
import type { Failing } from '../../../engine/webhooks/retries.js'
import type { EventScope } from '../../thread/event-reads.js'

/** An account whose events wait for their next attempt. Events about no account have the login 0. */
export interface PausedAccount extends Failing {
  readonly login: number
  /** Cursor before the first event that waits. */
  readonly after: string
  /** Events of the account that were passed over. */
  readonly waiting: number
}

/** The deliveries of a webhook so far, as they are stored. */
export interface WebhookProgress {
  /** Up to it, each event is delivered, given up, or one of a paused account. */
  readonly cursor: string
  /** Events behind the cursor of which that is true, too. */
  readonly done: readonly string[]
  /** The whole webhook waits. */
  readonly pause: Failing | null
  readonly accounts: readonly PausedAccount[]
  readonly lastSuccessAt: UnixMs | null
  readonly lastError: string
}

/** The newest attempt to deliver an event. */
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

/** The receiver, and the secrets by which its requests are signed. */
export interface WebhookTarget {
  readonly url: string
  readonly secrets: readonly string[]
}

/** A part of the deliveries of one webhook. */
export interface WebhookDeliverTask {
  readonly do: 'deliver'
  readonly target: WebhookTarget
  readonly scope: EventScope
  readonly keptFrom: UnixMs
  /** By how much the server's clock is ahead of the real time. */
  readonly aheadMs: number
  /** Null begins behind the newest event. */
  readonly progress: WebhookProgress | null
}

/** One request beside the stream. */
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

/** The answer of a receiver. */
export interface WebhookAnswer {
  /** Null if there was none. */
  readonly status: number | null
  readonly durationMs: number
  readonly answer: string
  /** Empty if the receiver has accepted the request. */
  readonly error: string
  readonly retryAfterMs: number | null
}

/** Why the server disables a webhook. */
export type WebhookEnd = 'gone' | 'silent'

export interface DeliveredPart {
  readonly progress: WebhookProgress
  readonly deliveries: readonly WebhookDelivery[]
  readonly delivered: number
  readonly end: WebhookEnd | null
  /** There may be more to deliver now. */
  readonly hasMore: boolean
  /** Events behind the cursor, as far as they were counted. */
  readonly behind: number
  /** Events were lost because the logs no longer had them. */
  readonly hasGap: boolean
}

import type { UnixMs } from '../../../engine/units.js'
import type { Failing } from '../../../engine/webhooks/retries.js'

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

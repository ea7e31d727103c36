import { DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar/durations.js'

/** Bounds of webhooks. */

export const WEBHOOKS_MAX = 20
export const WEBHOOK_NAME_MAX = 64
export const WEBHOOK_URL_MAX = 2_048
export const WEBHOOK_DESCRIPTION_MAX = 256
export const WEBHOOK_SECRET_BYTES_MIN = 24
export const WEBHOOK_SECRET_BYTES_MAX = 64
export const WEBHOOK_GRACE_SEC_MAX = 604_800
export const WEBHOOK_GRACE_SEC_DEFAULT = 86_400

/** The time in which a receiver must answer. */
export const WEBHOOK_ANSWER_MS = 15_000
/** How many bytes of an answer are stored. */
export const WEBHOOK_ANSWER_BYTES_KEPT = 256
/** An answer with more bytes is cut off. */
export const WEBHOOK_ANSWER_BYTES_MAX = 65_536
/**
 * Maximum number of parallel requests to a receiver, but only one while an event waits for a retry.
 */
export const WEBHOOK_IN_FLIGHT_MAX = 4
/** Maximum number of accounts whose events wait for a retry. One more pauses the whole webhook. */
export const WEBHOOK_PAUSED_ACCOUNTS_MAX = 1_000
/** Maximum number of failed events that are stored per webhook. */
export const WEBHOOK_FAILED_KEPT = 1_000
/** Maximum number of deliveries since the server's start that are stored per webhook. */
export const WEBHOOK_DELIVERIES_KEPT = 500

/** Maximum number and bytes of events read at once. */
export const WEBHOOK_EVENTS_READ = 100
export const WEBHOOK_BYTES_READ = 512 * 1024
/** How long a round may begin new deliveries. Each round reads rights and settings again. */
export const WEBHOOK_ROUND_MS = 1_000
/** The lag is counted up to this number of events. */
export const WEBHOOK_LAG_MAX = 1_000_000

/** The waits between attempts. The last one is repeated. */
export const WEBHOOK_WAITS_MS: readonly number[] = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
]
export const WEBHOOK_GIVEN_UP_MS = 3 * DAY_MS
export const WEBHOOK_RETRY_AFTER_MAX_MS = DAY_MS
/** The minimum interval between two e-mails about failed events of one webhook. */
export const WEBHOOK_EMAIL_EVERY_MS = HOUR_MS

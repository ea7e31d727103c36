import {
  WEBHOOK_GIVEN_UP_MS,
  WEBHOOK_RETRY_AFTER_MAX_MS,
  WEBHOOK_WAITS_MS,
} from '../limits/webhooks.js'
import type { UnixMs } from '../units.js'

/** The failed deliveries since the last success. */
export interface Failing {
  readonly attempts: number
  /** The time of the first failure in this series. */
  readonly since: UnixMs
  /** The time of the next attempt. */
  readonly nextAt: UnixMs
}

/**
 * Counts an attempt that failed at `now`. `retryAfterMs` is the wait that the receiver requested.
 */
export function failedAgain(
  before: Failing | null,
  now: UnixMs,
  retryAfterMs: number | null,
): Failing {
  const { attempts, since } = before ?? { attempts: 0, since: now }
  const last = WEBHOOK_WAITS_MS.length - 1
  const usual = WEBHOOK_WAITS_MS[Math.min(attempts, last)] ?? 0
  const wait = retryAfterMs === null ? usual : Math.min(retryAfterMs, WEBHOOK_RETRY_AFTER_MAX_MS)
  const end = since + WEBHOOK_GIVEN_UP_MS
  // The last attempt is at the end of the three days, unless the receiver asks for a later one.
  const nextAt = retryAfterMs === null && now < end ? Math.min(now + wait, end) : now + wait
  return { attempts: attempts + 1, since, nextAt }
}

/** True if an attempt that failed at `now` was the last one. */
export function isGivenUp({ since }: Failing, now: UnixMs): boolean {
  return now - since >= WEBHOOK_GIVEN_UP_MS
}

const SECONDS = /^\d{1,9}$/

/**
 * The wait that a `Retry-After` header requests, in seconds or as a date by the real clock; null if
 * it has neither.
 */
export function retryAfterMs(header: string | undefined, realNow: UnixMs): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (SECONDS.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - realNow)
}

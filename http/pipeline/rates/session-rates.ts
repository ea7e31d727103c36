import {
  BODY_BYTES_PER_REQUEST,
  BODY_REQUESTS_MAX,
  MALFORMED_BODY_REQUESTS,
} from '../../../engine/limits/rates.js'
import { RateLimiter, type RateLimits } from './rate.js'
import { BucketLines } from './rate-lines.js'

/** The possible results of counting a request. */
export const SESSION_REQUEST = { taken: 0, refused: 1, flood: 2 } as const

/**
 * The rate limit of each session. A refusal costs as much as an answer, so refusals have the same
 * limit; a session that exceeds both, at twice its rate, loses its connection. Requests with a
 * large or malformed body count as several.
 */
export class SessionRates {
  readonly #taken: RateLimiter
  readonly #refused: RateLimiter
  readonly #lines: BucketLines

  constructor(limits: RateLimits) {
    this.#taken = new RateLimiter(limits)
    this.#refused = new RateLimiter(limits)
    this.#lines = new BucketLines(limits)
  }

  /** Counts a request of the session. Returns a value of `SESSION_REQUEST`. */
  take(sessionId: string, nowMs: number): number {
    if (this.#taken.take(sessionId, nowMs)) return SESSION_REQUEST.taken
    return this.#refused.take(sessionId, nowMs) ? SESSION_REQUEST.refused : SESSION_REQUEST.flood
  }

  /** Charges the body of a request that was let through, after it has arrived. */
  pay(sessionId: string, nowMs: number, bodyBytes: number, isMalformed: boolean): void {
    const bySize = Math.min(Math.floor(bodyBytes / BODY_BYTES_PER_REQUEST), BODY_REQUESTS_MAX)
    const cost = bySize + (isMalformed ? MALFORMED_BODY_REQUESTS : 0)
    if (cost > 0) this.#taken.charge(sessionId, nowMs, cost)
  }

  /** The rate limit headers for the session of the last `take`. */
  get lines(): string {
    return this.#lines.of(Math.max(0, this.#taken.left))
  }
}

import {
  BODY_BYTES_PER_REQUEST,
  BODY_REQUESTS_MAX,
  MALFORMED_BODY_REQUESTS,
} from '../../../engine/limits/rates.js'
import { RateLimiter, type RateLimits } from './rate.js'
import { BucketLines } from './rate-lines.js'

/** The fates that a request of a session can have. */
export const SESSION_REQUEST = { taken: 0, refused: 1, flood: 2 } as const

/**
 * The rate of each session. Refusing costs as answering does, so a session is refused as often as it may ask; beyond
 * that, at twice its rate, the connection that brings the request ends. A request with a large body counts as several,
 * and so does one whose body is malformed.
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

  /** Counts a request of the session; answers one of `SESSION_REQUEST`. */
  take(sessionId: string, nowMs: number): number {
    if (this.#taken.take(sessionId, nowMs)) return SESSION_REQUEST.taken
    return this.#refused.take(sessionId, nowMs) ? SESSION_REQUEST.refused : SESSION_REQUEST.flood
  }

  /** Counts the body of a request that was taken, once it has come. */
  pay(sessionId: string, nowMs: number, bodyBytes: number, isMalformed: boolean): void {
    const bySize = Math.min(Math.floor(bodyBytes / BODY_BYTES_PER_REQUEST), BODY_REQUESTS_MAX)
    const cost = bySize + (isMalformed ? MALFORMED_BODY_REQUESTS : 0)
    if (cost > 0) this.#taken.charge(sessionId, nowMs, cost)
  }

  /** The rate headers of the answer to the session that `take` was called for last. */
  get lines(): string {
    return this.#lines.of(Math.max(0, this.#taken.left))
  }
}

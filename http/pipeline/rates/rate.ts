import { assert } from '../../../engine/assert.js'

interface Bucket {
  tokens: number
  at: number
}

export interface RateLimits {
  readonly perSecond: number
  readonly burst: number
  /** Buckets remembered at least; twice as many at most. */
  readonly keysMax: number
}

export const SESSION_RATE: RateLimits = { perSecond: 200, burst: 400, keysMax: 65_536 }

/**
 * A token bucket per key.
 *   L1. At most `burst` at once and `perSecond` in the long run.
 *   L2. Memory is bounded: buckets live in two generations, and the older one is let go when the
 *       younger is full. A key that comes back after that starts with a full bucket.
 */
export class RateLimiter {
  readonly #limits: RateLimits
  #young = new Map<string, Bucket>()
  #old = new Map<string, Bucket>()
  #left = 0

  constructor(limits: RateLimits) {
    assert(
      limits.burst >= 1 && limits.perSecond > 0 && limits.keysMax >= 1,
      'a rate lets some through',
    )
    this.#limits = limits
  }

  /** Takes one token of `key`, or what the request costs; false when there are too few. `nowMs` rises. */
  take(key: string, nowMs: number, cost = 1): boolean {
    const bucket = this.#young.get(key) ?? this.#renew(key, nowMs)
    const { perSecond, burst } = this.#limits
    const grown = bucket.tokens + ((nowMs - bucket.at) * perSecond) / 1000
    bucket.at = nowMs
    bucket.tokens = Math.min(grown, burst)
    const isTaken = bucket.tokens >= cost
    if (isTaken) bucket.tokens -= cost
    this.#left = bucket.tokens
    return isTaken
  }

  /** Takes tokens that were not known of before, so that the key may owe as much as a full bucket. */
  charge(key: string, nowMs: number, cost: number): void {
    this.take(key, nowMs, 0)
    const bucket = this.#young.get(key)
    if (bucket === undefined) return
    bucket.tokens = Math.max(bucket.tokens - cost, -this.#limits.burst)
  }

  /** Tokens of the key that was asked for last, as they are after that. */
  get left(): number {
    return this.#left
  }

  /** Buckets held now. */
  get size(): number {
    return this.#young.size + this.#old.size
  }

  #renew(key: string, nowMs: number): Bucket {
    const bucket = this.#old.get(key) ?? { tokens: this.#limits.burst, at: nowMs }
    if (this.#young.size >= this.#limits.keysMax) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#old.delete(key)
    this.#young.set(key, bucket)
    return bucket
  }
}

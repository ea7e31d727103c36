import { assert } from '../../../engine/assert.js'

interface Bucket {
  tokens: number
  at: number
}

export interface RateLimits {
  readonly perSecond: number
  readonly burst: number
  /** The number of remembered buckets is at least this and at most twice as much. */
  readonly keysMax: number
}

export const SESSION_RATE: RateLimits = { perSecond: 200, burst: 400, keysMax: 65_536 }

/**
 * A token bucket per key.
 * - At most `burst` requests at once and `perSecond` on average.
 * - Memory is bounded: buckets are kept in two generations, and when the younger is full the older
 *   is dropped. A key that returns later starts with a full bucket.
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

  /**
   * Takes one token of `key`, or `cost` tokens. Returns false if there are too few. `nowMs` must
   * not decrease.
   */
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

  /**
   * Takes tokens for a cost that was not known before. The key may go into debt by up to one full
   * bucket.
   */
  charge(key: string, nowMs: number, cost: number): void {
    this.take(key, nowMs, 0)
    const bucket = this.#young.get(key)
    if (bucket === undefined) return
    bucket.tokens = Math.max(bucket.tokens - cost, -this.#limits.burst)
  }

  /** Tokens left for the key of the last call. */
  get left(): number {
    return this.#left
  }

  /** The number of buckets in memory. */
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

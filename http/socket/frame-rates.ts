import type { Clock, Timer } from '../../actors/thread/clock.js'
import type { RequestRate } from '../../engine/limits/rates.js'
import type { Connection } from './connection.js'
import { FRAME, FrameRate } from './frame-rate.js'

/** The close code and reason for a socket that floods the server. */
export const FLOOD_CLOSE = 4029
export const FLOOD_REASON = 'too_many_requests'

/**
 * Limits the frames of all sockets with the same key (an account or a staff session) together.
 *
 * - At most `burst` frames at once and `perSecond` on average. Further frames are refused.
 * - Refusals cost time too: a socket that keeps sending at more than `FLOOD_TIMES` the rate is
 *   closed after about `FLOOD_SECONDS`.
 * - A frame neither reads the clock nor allocates memory. It uses the time of the latest tick.
 * - The state survives a reconnect. Without sockets it is forgotten when the limit would be full
 *   again.
 */
const TICK_MS = 50

export class FrameRates {
  readonly #rate: RequestRate | null
  readonly #clock: Clock
  readonly #byKey = new Map<number | string, FrameRate>()
  /** Limits without sockets, the longest idle first. */
  readonly #idle = new Set<FrameRate>()
  readonly #timer: Timer | undefined
  #now: number

  /** A rate of null disables the limit. */
  constructor(rate: RequestRate | null, clock: Clock) {
    this.#rate = rate
    this.#clock = clock
    this.#now = clock.monotonic()
    this.#timer = rate === null ? undefined : clock.every(TICK_MS, () => this.#tick())
  }

  get size(): number {
    return this.#byKey.size
  }

  /** Assigns the socket to a key, until it leaves or joins another one. */
  join(connection: Connection, key: number | string): void {
    this.leave(connection)
    if (this.#rate === null) return
    let rate = this.#byKey.get(key)
    if (rate === undefined) {
      rate = new FrameRate(key, this.#rate, this.#now)
      this.#byKey.set(key, rate)
    }
    if (rate.sockets++ === 0) this.#idle.delete(rate)
    connection.rate = rate
  }

  /** Removes the socket from its key. It may be called twice. */
  leave(connection: Connection): void {
    const { rate } = connection
    connection.rate = null
    if (rate === null || --rate.sockets > 0) return
    rate.advance(this.#now)
    this.#idle.add(rate)
  }

  /** Counts a frame of the socket. Returns a value of `FRAME`. */
  take({ rate }: Connection): number {
    return rate === null ? FRAME.taken : rate.take(this.#now)
  }

  stop(): void {
    this.#timer?.cancel()
  }

  #tick(): void {
    this.#now = this.#clock.monotonic()
    for (const rate of this.#idle) {
      if (this.#now - rate.at < rate.fullMs) break
      this.#idle.delete(rate)
      this.#byKey.delete(rate.key)
    }
  }
}

/** Milliseconds after which one more frame is accepted; null without a rate limit. */
export function retryAfterOf(rate: RequestRate | null): number | null {
  return rate === null ? null : Math.ceil(1000 / rate.perSecond)
}

/** The message for a client that sends too fast. */
export function tooFast(who: 'account' | 'session', rate: RequestRate | null): string {
  const { perSecond = 0, burst = 0 } = rate ?? {}
  return `Too many requests of this ${who}: ${perSecond} a second, ${burst} at once. Send fewer.`
}

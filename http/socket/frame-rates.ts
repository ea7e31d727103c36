import type { Clock, Timer } from '../../actors/thread/clock.js'
import type { RequestRate } from '../../engine/limits/rates.js'
import type { Connection } from './connection.js'
import { FRAME, FrameRate } from './frame-rate.js'

/** The code with which a socket that floods is closed, and the reason that goes with it. */
export const FLOOD_CLOSE = 4029
export const FLOOD_REASON = 'too_many_requests'

/**
 * The rate at which the sockets of one key (an account, a staff session) may send frames, all of them together.
 *
 *   F1. At most `burst` at once and `perSecond` in the long run; a frame beyond is refused.
 *   F2. Refusing costs time, too: who goes on at more than `FLOOD_TIMES` the rate is closed after about
 *       `FLOOD_SECONDS`, by the frame that is one too many.
 *   F3. A frame reads no clock and makes no memory: the time is that of the newest tick.
 *   F4. Who goes away and comes back finds its rate as it left it. One without sockets is forgotten once it
 *       would be full again.
 */
const TICK_MS = 50

export class FrameRates {
  readonly #rate: RequestRate | null
  readonly #clock: Clock
  readonly #byKey = new Map<number | string, FrameRate>()
  /** Rates without sockets, those idle the longest first. */
  readonly #idle = new Set<FrameRate>()
  readonly #timer: Timer | undefined
  #now: number

  /** A rate of null holds nobody. */
  constructor(rate: RequestRate | null, clock: Clock) {
    this.#rate = rate
    this.#clock = clock
    this.#now = clock.monotonic()
    this.#timer = rate === null ? undefined : clock.every(TICK_MS, () => this.#tick())
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#byKey.size
  }

  /** The socket is the key's, until it leaves or joins another. */
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

  /** May be called twice. */
  leave(connection: Connection): void {
    const { rate } = connection
    connection.rate = null
    if (rate === null || --rate.sockets > 0) return
    rate.advance(this.#now)
    this.#idle.add(rate)
  }

  /** Counts a frame of the socket; answers one of `FRAME`. */
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

/** Milliseconds after which one more frame is taken; null without a rate. */
export function retryAfterOf(rate: RequestRate | null): number | null {
  return rate === null ? null : Math.ceil(1000 / rate.perSecond)
}

/** The words that a sender who is too fast is told. */
export function tooFast(who: 'account' | 'session', rate: RequestRate | null): string {
  const { perSecond = 0, burst = 0 } = rate ?? {}
  return `Too many requests of this ${who}: ${perSecond} a second, ${burst} at once. Send fewer.`
}

import type { Clock } from '../thread/clock.js'

/** The share of the thread's time from which it counts as busy. */
const BUSY_SHARE = 0.8
/** The share of a busy thread that all followers together may take. */
const FOLLOWERS_SHARE = 0.02
/** The maximum rest, because interrupted work seems to take longer than it does. */
const REST_MS_MAX = 200
/** The shortest time over which the thread's work is measured. */
const WINDOW_MS = 100

/**
 * Limits the time that the front's thread spends on followers while orders keep it busy.
 *
 * While the thread is busy, followers rest until they took at most `FOLLOWERS_SHARE` of the time
 * together, at most `REST_MS_MAX`. Otherwise they never rest.
 */
export class FollowerPace {
  readonly #clock: Clock
  readonly #activeMs: () => number
  #freeAt = Number.NEGATIVE_INFINITY
  #isBusy = false
  #seen: { readonly at: number; readonly activeMs: number }

  /** `activeMs` is the time that the thread has worked since its start. */
  constructor(clock: Clock, activeMs: () => number) {
    this.#clock = clock
    this.#activeMs = activeMs
    this.#seen = { at: clock.monotonic(), activeMs: activeMs() }
  }

  /** Milliseconds for which followers must rest now. */
  get restMs(): number {
    const now = this.#clock.monotonic()
    this.#look(now)
    return this.#isBusy ? Math.max(0, this.#freeAt - now) : 0
  }

  count<T>(work: () => T): T {
    const begin = this.#clock.monotonic()
    try {
      return work()
    } finally {
      const now = this.#clock.monotonic()
      const freeAt = Math.max(this.#freeAt, now) + (now - begin) / FOLLOWERS_SHARE
      this.#freeAt = Math.min(freeAt, now + REST_MS_MAX)
    }
  }

  #look(now: number): void {
    const { at, activeMs } = this.#seen
    if (now - at < WINDOW_MS) return
    const seen = { at: now, activeMs: this.#activeMs() }
    this.#isBusy = seen.activeMs - activeMs >= (now - at) * BUSY_SHARE
    this.#seen = seen
  }
}

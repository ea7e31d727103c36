import type { Clock } from '../../thread/clock.js'

/**
 * The pace of a simulated market: beats, and the moves that are due at each, so many that a second has its rate.
 *
 *   P1. A beat that comes late has the more moves, up to those of `CATCH_UP_BEATS`: who cannot keep up does not fall
 *       behind further by making up for it.
 */
/** Few wake-ups while idle; shorter beats when a bench wants many moves. */
const BEAT_MS = 100
const FAST_BEAT_MS = 10
const FAST_PER_SEC = 1_000
const CATCH_UP_BEATS = 3
/** Levels are drawn and told anew for symbols that moved, a few times a second. */
export const DEPTH_MS = 250

export class MarketPace {
  readonly beatMs: number
  readonly #clock: Clock
  readonly #perSec: number
  #beatAt: number
  #due = 0

  constructor(clock: Clock, perSec: number) {
    this.beatMs = perSec < FAST_PER_SEC ? BEAT_MS : FAST_BEAT_MS
    this.#clock = clock
    this.#perSec = perSec
    this.#beatAt = clock.monotonic()
  }

  /** The moves of this beat. */
  moves(): number {
    const beatAt = this.#clock.monotonic()
    const passedMs = Math.min(CATCH_UP_BEATS * this.beatMs, beatAt - this.#beatAt)
    this.#beatAt = beatAt
    this.#due += (this.#perSec * passedMs) / 1_000
    const moves = Math.floor(this.#due)
    this.#due -= moves
    return moves
  }
}

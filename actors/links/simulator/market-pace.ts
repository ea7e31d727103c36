import type { Clock } from '../../thread/clock.js'

/**
 * The pace of a simulated market: beats, and the number of moves at each, so that the rate per
 * second is right.
 *
 * A late beat has more moves, at most those of `CATCH_UP_BEATS`, so that a slow machine does not
 * fall further behind by catching up.
 */
/**
 * The interval of beats. It is long to save wake-ups while idle, and shorter when a benchmark needs
 * many moves.
 */
const BEAT_MS = 100
const FAST_BEAT_MS = 10
const FAST_PER_SEC = 1_000
const CATCH_UP_BEATS = 3
/** How often levels of moved symbols are drawn and sent again. */
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

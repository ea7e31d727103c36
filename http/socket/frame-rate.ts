import { FLOOD_SECONDS, FLOOD_TIMES, type RequestRate } from '../../engine/limits/rates.js'

export class FrameRate {
  readonly key: number | string
  readonly #rate: RequestRate
  sockets = 0
  /** The time up to which tokens have been added. */
  at: number
  /** The number of frames that may be accepted now. */
  #free: number
  /** The refused frames in excess of what is tolerated before the sender counts as flooding. */
  #over = 0

  constructor(key: number | string, rate: RequestRate, now: number) {
    this.key = key
    this.#rate = rate
    this.#free = rate.burst
    this.at = now
  }

  /**
   * The time without frames after which the limit is back in its initial state and may be
   * forgotten.
   */
  get fullMs(): number {
    const { burst, perSecond } = this.#rate
    return Math.max(burst / perSecond, 2 * FLOOD_SECONDS) * 1000
  }

  advance(now: number): void {
    if (now <= this.at) return
    const { perSecond, burst } = this.#rate
    const gained = ((now - this.at) / 1000) * perSecond
    this.#free = Math.min(burst, this.#free + gained)
    this.#over = Math.max(0, this.#over - gained * (FLOOD_TIMES - 1))
    this.at = now
  }

  take(now: number): number {
    this.advance(now)
    if (this.#free >= 1) {
      this.#free--
      return FRAME.taken
    }
    const most = this.#rate.perSecond * FLOOD_TIMES * FLOOD_SECONDS
    if (this.#over >= most) return FRAME.flood
    this.#over++
    return FRAME.refused
  }
}

/** The possible results for a frame. */
export const FRAME = { taken: 0, refused: 1, flood: 2 } as const

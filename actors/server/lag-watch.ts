import { pauseOf } from '../shared/intake-pace.js'
import type { SharedCounters } from '../shared/shared-state.js'
import type { Clock, Timer } from '../thread/clock.js'

/**
 * How far the tables are behind the logs. `slowed`: shards pause so that the tables catch up
 * (actors/shared/intake-pace.ts). `stuck`: the tables make no progress at the maximum lag, so
 * pausing does not help; trading stops until half of the lag is processed.
 */
export type LagState = 'ok' | 'slowed' | 'stuck'

const EVERY_MS = 1000
const STUCK_LOOKS = 5
const FREE_AGAIN = 0.5

export class LagWatch {
  readonly #counters: SharedCounters
  readonly #lagMax: number
  readonly #changed: (state: LagState) => void
  #state: LagState = 'ok'
  #projectedBefore = -1
  #stillLooks = 0
  #timer: Timer | undefined

  constructor(counters: SharedCounters, lagMax: number, changed: (state: LagState) => void) {
    this.#counters = counters
    this.#lagMax = lagMax
    this.#changed = changed
  }

  start(clock: Clock): void {
    this.#timer = clock.every(EVERY_MS, () => this.#look())
  }

  stop(): void {
    this.#timer?.cancel()
  }

  #look(): void {
    const { projectionLag: lag, projectionSeq } = this.#counters
    const isStill = projectionSeq === this.#projectedBefore && lag >= this.#lagMax
    this.#stillLooks = isStill ? this.#stillLooks + 1 : 0
    this.#projectedBefore = projectionSeq
    const state = this.#judge(lag)
    if (state === this.#state) return
    this.#state = state
    this.#changed(state)
  }

  #judge(lag: number): LagState {
    if (this.#stillLooks >= STUCK_LOOKS) return 'stuck'
    if (this.#state === 'stuck' && lag >= this.#lagMax * FREE_AGAIN) return 'stuck'
    return pauseOf(lag, this.#lagMax) > 0 ? 'slowed' : 'ok'
  }
}

import type { Clock, Timer } from '../../../../actors/thread/clock.js'

const EVERY_MS = 1000

/** Repeats work every second while it is needed. A run that takes longer delays the next one. */
export class EachSecond {
  readonly #clock: Clock
  readonly #work: () => Promise<void> | void
  #timer: Timer | undefined
  #isWorking = false

  constructor(clock: Clock, work: () => Promise<void> | void) {
    this.#clock = clock
    this.#work = work
  }

  goOn(isWanted: boolean): void {
    if (isWanted) this.#timer ??= this.#clock.every(EVERY_MS, () => void this.#run())
    else {
      this.#timer?.cancel()
      this.#timer = undefined
    }
  }

  async #run(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      await this.#work()
    } finally {
      this.#isWorking = false
    }
  }
}

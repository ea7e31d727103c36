import type { Clock, Timer } from './clock.js'

/** Runs something at a moment of the monotonic clock; the moment may be changed until then. */
export class DueTimer {
  readonly #clock: Clock
  readonly #run: () => void
  #dueAt = Number.POSITIVE_INFINITY
  #timer: Timer | undefined

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock
    this.#run = run
  }

  /** Sets the time at which the timer fires. Infinity stops it. */
  set(dueAt: number): void {
    if (dueAt === this.#dueAt) return
    this.cancel()
    if (dueAt === Number.POSITIVE_INFINITY) return
    this.#dueAt = dueAt
    const ms = Math.max(0, Math.ceil(dueAt - this.#clock.monotonic()))
    this.#timer = this.#clock.after(ms, () => {
      this.#dueAt = Number.POSITIVE_INFINITY
      this.#run()
    })
  }

  cancel(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#dueAt = Number.POSITIVE_INFINITY
  }
}

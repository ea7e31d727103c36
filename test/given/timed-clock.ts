import type { Timer } from '../../actors/thread/clock.js'
import { HandClock } from './hand-clock.js'

/** A clock by hand, with timers that run as a test lets time pass. */
export class TimedClock extends HandClock {
  /** Monotonic: the wall clock may jump, and this does not. */
  #ran = 0
  #timers: { readonly at: number; readonly run: () => void }[] = []

  override monotonic(): number {
    return this.#ran
  }

  override after(ms: number, run: () => void): Timer {
    const timer = { at: this.#ran + ms, run }
    this.#timers.push(timer)
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((one) => one !== timer)
      },
    }
  }

  /** The time until the next timer; undefined when none is set. */
  get waits(): number | undefined {
    const next = Math.min(...this.#timers.map(({ at }) => at))
    return Number.isFinite(next) ? next - this.#ran : undefined
  }

  /** Time passes, and what it sets off comes to rest each time. */
  async pass(ms: number): Promise<void> {
    const until = this.#ran + ms
    for (;;) {
      const [next] = this.#timers.toSorted((a, b) => a.at - b.at)
      if (next === undefined || next.at > until) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#pass(next.at - this.#ran)
      next.run()
      await settled()
    }
    this.#pass(until - this.#ran)
    await settled()
  }

  #pass(ms: number): void {
    this.#ran += ms
    this.at += ms
  }
}

/** Resolves when work that was set off and waits for nobody else has come to its end. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve))
}

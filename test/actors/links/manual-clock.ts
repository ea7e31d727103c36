import type { Clock, Timer } from '../../../actors/thread/clock.js'

interface Due {
  at: number
  readonly everyMs: number
  readonly run: () => void
}

/** A clock that stands still until it is advanced; timers run in the order of their times. */
export class ManualClock implements Clock {
  readonly #due = new Set<Due>()
  #now = 1_700_000_000_000
  #elapsed = 0

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#elapsed
  }

  after(ms: number, run: () => void): Timer {
    return this.#add({ at: this.#elapsed + ms, everyMs: 0, run })
  }

  every(ms: number, run: () => void): Timer {
    return this.#add({ at: this.#elapsed + ms, everyMs: ms, run })
  }

  get timers(): number {
    return this.#due.size
  }

  advance(ms: number): void {
    const end = this.#elapsed + ms
    for (;;) {
      const [next] = [...this.#due].filter((due) => due.at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#moveTo(next.at)
      if (next.everyMs > 0) next.at += next.everyMs
      else this.#due.delete(next)
      next.run()
    }
    this.#moveTo(end)
  }

  /** The wall clock alone is set to another time. */
  setWall(now: number): void {
    this.#now = now
  }

  #moveTo(elapsed: number): void {
    this.#now += elapsed - this.#elapsed
    this.#elapsed = elapsed
  }

  #add(due: Due): Timer {
    this.#due.add(due)
    return { cancel: () => this.#due.delete(due) }
  }
}

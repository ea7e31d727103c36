/**
 * The clock of a page, which stands still until the test waits for something: then it moves on from one timer to the
 * next. So a test sleeps nowhere, and a debounced search takes no time.
 */
const BEGIN = Date.parse('2026-11-30T12:00:00Z')
const FRAME_MS = 16
/** What a page does at once: a draw, and effects after it. */
const AT_ONCE_MS = 50

interface Timer {
  at: number
  readonly everyMs: number | null
  run(): unknown
}

export class PageClock {
  #now = BEGIN
  #lastId = 0
  readonly #timers = new Map<number, Timer>()
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  now(): number {
    return this.#now
  }

  /** Timers, frames and dates as a page calls them. */
  names() {
    const clock = this
    const elapsed = () => this.#now - BEGIN
    const clear = (id?: number) => void this.#timers.delete(id ?? 0)
    return {
      setTimeout: (run: () => unknown, ms = 0) => this.#add(run, ms, null),
      setInterval: (run: () => unknown, ms = 0) => this.#add(run, ms, ms),
      requestAnimationFrame: (run: (at: number) => unknown) =>
        this.#add(() => run(elapsed()), FRAME_MS, null),
      clearTimeout: clear,
      clearInterval: clear,
      cancelAnimationFrame: clear,
      performance: { now: elapsed },
      Date: class extends Date {
        constructor(...given: readonly unknown[]) {
          super(...((given.length === 0 ? [clock.now()] : given) as [number]))
        }

        static override now() {
          return clock.now()
        }
      },
    }
  }

  /** Promises that wait for nothing else are settled after it. */
  turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }

  /** Lets the page draw what it has to draw. */
  async settle(): Promise<void> {
    const until = this.#now + AT_ONCE_MS
    do await this.turn()
    while (this.#next(until))
    await this.turn()
  }

  /** Moves to the next timer that is due by then, and draws. False if there is none. */
  async step(until: number): Promise<boolean> {
    const isMoved = this.#next(until)
    if (isMoved) await this.settle()
    return isMoved
  }

  /** Forgets what the page waits for. */
  clear(): void {
    this.#timers.clear()
  }

  #add(run: () => unknown, ms: number, everyMs: number | null): number {
    this.#timers.set(++this.#lastId, { at: this.#now + Math.max(0, ms), everyMs, run })
    return this.#lastId
  }

  #next(until: number): boolean {
    let first: [number, Timer] | undefined
    for (const one of this.#timers) if (first === undefined || one[1].at < first[1].at) first = one
    if (first === undefined || first[1].at > until) return false
    const [id, timer] = first
    this.#now = Math.max(this.#now, timer.at)
    if (timer.everyMs === null) this.#timers.delete(id)
    else timer.at += Math.max(1, timer.everyMs)
    try {
      timer.run()
    } catch (error) {
      this.#onError(error)
    }
    return true
  }
}

/**
 * The only place that reads the time or sets a timer. Everything else is handed a `Clock` or a
 * value; the simulator hands in one that it moves itself.
 */
export interface Clock {
  /** Milliseconds since 1970 UTC, on the server's clock. */
  now(): number
  /** Milliseconds that only rise, for durations. */
  monotonic(): number
  after(ms: number, run: () => void): Timer
  every(ms: number, run: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** `offsetMs` moves the wall time, for `CLOCK_START`; every thread gets the same offset. */
export function systemClock(offsetMs = 0): Clock {
  return {
    now: () => Date.now() + offsetMs,
    monotonic: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return { cancel: () => clearTimeout(timer) }
    },
    every: (ms, run) => {
      const timer = setInterval(run, ms)
      return { cancel: () => clearInterval(timer) }
    },
  }
}

/** A bound on a wait. Rejects with `why` when `work` takes longer. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>, why: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => reject(new Error(why)))
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

/** Nobody waits in the meantime: the thread does other things. */
export function rest(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}

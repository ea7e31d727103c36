/**
 * The only place that reads the time or sets a timer. All other code gets a `Clock` or a value; the
 * simulator passes a clock that it moves itself.
 */
export interface Clock {
  /** Milliseconds since 1970 UTC on the server's clock. */
  now(): number
  /** The time of a clock that never goes back, in milliseconds, for durations. */
  monotonic(): number
  after(ms: number, run: () => void): Timer
  every(ms: number, run: () => void): Timer
}

export interface Timer {
  cancel(): void
}

export interface ClockReadings {
  /** Milliseconds since 1970 UTC, as set on the machine. */
  wall(): number
  /**
   * The monotonic milliseconds, the same for all threads. They stop while the machine is suspended.
   */
  monotonic(): number
}

/**
 * The server's clock. `offsetMs` moves the wall time, for `CLOCK_START`. Every thread gets the same
 * offset and the same memory, through which `ClockWatch` protects all of them from a jumping wall
 * clock.
 */
export function systemClock(offsetMs = 0, memory = createClockMemory()): Clock {
  const { wall, monotonic } = machineReadings(offsetMs, memory)
  const trust = new TrustedTime(memory)
  return {
    now() {
      const told = wall()
      const { base } = trust
      if (base === 0) return told
      const expected = base + monotonic()
      return Math.abs(told - expected) <= CLOCK_JUMP_MS ? told : Math.floor(expected)
    },
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

/** A wall clock that differs more than this from the monotonic clock is not trusted. */
export const CLOCK_JUMP_MS = 3_600_000

const BASE = 0
const SHIFT = 1
const CELLS = 2

/** Makes the memory that the clocks of all threads share. */
export function createClockMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(CELLS * Float64Array.BYTES_PER_ELEMENT)
}

export function machineReadings(offsetMs: number, memory: SharedArrayBuffer): ClockReadings {
  const cells = new Float64Array(memory)
  const origin = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  return {
    wall: () => Date.now() + offsetMs + (cells[SHIFT] as number),
    monotonic: () => origin + performance.now(),
  }
}

/** Makes the machine's wall clock jump. Only drills use it. */
export function shiftWallClock(memory: SharedArrayBuffer, byMs: number): void {
  const cells = new Float64Array(memory)
  cells[SHIFT] = (cells[SHIFT] as number) + byMs
}

/** How far the trusted wall time is ahead of the monotonic clock; 0 while no watch runs. */
export class TrustedTime {
  /** A double is written atomically, and only one thread writes it. */
  readonly #cells: Float64Array

  constructor(memory: SharedArrayBuffer) {
    this.#cells = new Float64Array(memory)
  }

  get base(): number {
    return this.#cells[BASE] as number
  }

  set base(ms: number) {
    this.#cells[BASE] = ms
  }
}

/** Limits a wait: rejects with `why` if `work` takes longer. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>, why: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => reject(new Error(why)))
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

/** Waits while the thread does other work. */
export function rest(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}

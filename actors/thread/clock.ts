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

/** The readings of the machine's clocks. */
export interface ClockReadings {
  /** Milliseconds since 1970 UTC, as the machine has been told. */
  wall(): number
  /** Milliseconds that only rise, by one count for all threads. It stands still while the machine is suspended. */
  monotonic(): number
}

/**
 * The server's clock. `offsetMs` moves the wall time, for `CLOCK_START`; every thread gets the same
 * offset, and the same memory, by which `ClockWatch` keeps all of them from a wall clock that jumps.
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

/** A wall clock that is further than this from what the monotonic one says is not believed. */
export const CLOCK_JUMP_MS = 3_600_000

const BASE = 0
const SHIFT = 1
const CELLS = 2

/** Shared by the clocks of all threads. */
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

/** A drill: the machine's wall clock jumps. */
export function shiftWallClock(memory: SharedArrayBuffer, byMs: number): void {
  const cells = new Float64Array(memory)
  cells[SHIFT] = (cells[SHIFT] as number) + byMs
}

/**
 * The amount by which the wall time that is believed is ahead of the monotonic one; 0 while nobody watches.
 */
export class TrustedTime {
  /** A double is written at once, and one thread writes it. */
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

/** A bound on a wait. Rejects with `why` when `work` takes longer. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>, why: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => reject(new Error(why)))
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

/** Rests while the thread does other things. */
export function rest(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}

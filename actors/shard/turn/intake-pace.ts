import type { SharedCounters } from '../../shared/shared-state.js'

/**
 * The pace at which a shard may take requests, so that the tables keep up with the logs. Refusing orders while the
 * tables are behind would be a cliff, so a shard rests a little for each record that it made, the longer
 * the further the tables are behind: the rate settles where the projector keeps up.
 *
 *   P1. Up to a quarter of `lagMax` nobody waits.
 *   P2. A rest is `REST_MAX_MS` at most, and a turn takes so few requests then that a rest pays for it: a
 *       request waits for a short rest and never for a long one. What is owed beyond is owed on.
 *   P3. A rest gives the processor away; the projector, which takes what is left, has it meanwhile.
 */
const FREE_PART = 0.25
/** The scale: 500 of it, so 2,000 records a second and shard, halfway from the free part to the bound. */
const PAUSE_US = 1_000
/** At the bound: tables that take 50 records a second hold it. */
const PAUSE_MAX_US = 20_000
const REST_MAX_MS = 5
/** The rest that a long turn that nobody asked for, like a day's end, may leave owed. */
const OWED_MAX_MS = 250

/** So many records behind nobody rests yet. */
export function freeLagOf(lagMax: number): number {
  return lagMax * FREE_PART
}

/** Microseconds of rest for each record while the tables are `lag` records behind. */
export function pauseOf(lag: number, lagMax: number): number {
  const free = freeLagOf(lagMax)
  const part = (lag - free) / (lagMax - free)
  if (part <= 0) return 0
  if (part >= 1) return PAUSE_MAX_US
  return Math.min(PAUSE_MAX_US, (PAUSE_US * part ** 2) / (1 - part))
}

export class IntakePace {
  readonly #counters: SharedCounters
  readonly #lagMax: number
  readonly #entriesMax: number
  readonly #sleep: (ms: number) => void
  #pauseUs = 0
  #owedMs = 0
  #entries = 0
  /** Fewer than `entriesMax` while it is slowed. */
  #turnMax: number

  constructor(
    counters: SharedCounters,
    lagMax: number,
    entriesMax: number,
    sleep: (ms: number) => void = sleepThread,
  ) {
    this.#counters = counters
    this.#lagMax = lagMax
    this.#entriesMax = entriesMax
    this.#turnMax = entriesMax
    this.#sleep = sleep
  }

  /** Requests that this turn has taken. */
  get entries(): number {
    return this.#entries
  }

  /** Counts a request that was taken; false when the turn should end with it. */
  takesMore(): boolean {
    return ++this.#entries < this.#turnMax
  }

  turnEnds(): void {
    this.#entries = 0
  }

  /** A rest is due after this turn, so its answers should not wait for it. */
  get isSlowed(): boolean {
    return this.#pauseUs > 0
  }

  /** After a turn that made so many records, and after its answers. */
  rest(records: number): void {
    if (this.#pauseUs > 0) this.#restFor(records)
    this.#pauseUs = pauseOf(this.#counters.projectionLag, this.#lagMax)
    if (this.#pauseUs === 0) {
      this.#owedMs = 0
      this.#turnMax = this.#entriesMax
    } else {
      const paid = Math.floor((REST_MAX_MS * 1000) / this.#pauseUs)
      this.#turnMax = Math.max(1, Math.min(this.#entriesMax, paid))
    }
  }

  #restFor(records: number): void {
    this.#owedMs = Math.min(OWED_MAX_MS, this.#owedMs + (records * this.#pauseUs) / 1000)
    const ms = Math.min(this.#owedMs, REST_MAX_MS)
    if (ms < SLEEP_MIN_MS) return
    this.#owedMs -= ms
    this.#sleep(ms)
  }
}

/** Shorter ones gather: the kernel does not wake a thread so soon. */
const SLEEP_MIN_MS = 0.2

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

function sleepThread(ms: number): void {
  Atomics.wait(nobodyWakes, 0, 0, ms)
}

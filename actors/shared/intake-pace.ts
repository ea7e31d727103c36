import type { SharedCounters } from './shared-state.js'

/**
 * Slows a shard's intake of requests so that the tables keep up with the logs. Refusing orders at a
 * fixed lag would be abrupt, so a shard pauses a little for each record that it made, and longer
 * the further the tables lag. The rate settles at what the projector can do.
 *
 *   - Up to a quarter of `lagMax` there is no pause.
 *   - A pause is at most `REST_MAX_MS`, and a slowed turn takes only as many requests as one pause
 *     pays for, so a request waits for one short pause. The rest of the pause is carried over.
 *   - During a pause the projector gets the processor.
 */
const FREE_PART = 0.25
/**
 * The scale of the curve in `pauseOf`, in microseconds per record. Halfway between the free lag and
 * the bound, the pause is half of it, so a shard makes at most 2,000 records a second.
 */
const PAUSE_US = 1_000
/** The pause per record at the bound. Tables that manage 50 records a second stay within it. */
const PAUSE_MAX_US = 20_000
const REST_MAX_MS = 5
/** The longest pause that a long turn without requests, such as a day end, may carry over. */
const OWED_MAX_MS = 250

/** The number of records of lag up to which there is no pause. */
export function freeLagOf(lagMax: number): number {
  return lagMax * FREE_PART
}

/** Microseconds of pause for each record while the tables are `lag` records behind. */
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
  /** The maximum number of requests in a turn, lower than `entriesMax` while slowed. */
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

  get entries(): number {
    return this.#entries
  }

  /** Counts a request. False if the turn should end after this one. */
  takesMore(): boolean {
    return ++this.#entries < this.#turnMax
  }

  turnEnds(): void {
    this.#entries = 0
  }

  /** True if a pause follows this turn, so its answers must be sent before. */
  get isSlowed(): boolean {
    return this.#pauseUs > 0
  }

  /** Pauses after a turn with this number of records, after its answers were sent. */
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

/** Pauses shorter than this are added up, because the kernel cannot wake a thread that soon. */
const SLEEP_MIN_MS = 0.2

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

function sleepThread(ms: number): void {
  Atomics.wait(nobodyWakes, 0, 0, ms)
}

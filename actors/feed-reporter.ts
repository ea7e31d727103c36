import type { FeedState } from '../engine/config/datafeed.js'
import type { Clock, Timer } from './clock.js'

/**
 * What the front hears of a feed: its state, last error and rate, when they change. A feed that
 * flaps is reported at most once in STATE_GAP_MS, with the newest state; the rate alone at most once
 * in RATE_GAP_MS.
 */
export const STATE_GAP_MS = 250
export const RATE_GAP_MS = 5_000

export interface FeedReport {
  readonly id: number
  readonly state: FeedState
  readonly lastError: string
  readonly quotesPerSec: number
}

/** What is reported on; a datafeed actor is one. */
export interface ReportedFeed {
  readonly state: FeedState
  readonly lastError: string
  readonly quotes: number
}

export class FeedReporter {
  readonly #id: number
  readonly #feed: ReportedFeed
  readonly #clock: Clock
  readonly #send: (report: FeedReport) => void
  #sent: FeedReport | undefined
  #stateAt = Number.NEGATIVE_INFINITY
  #later: Timer | undefined
  #countedAt: number
  #counted = 0

  constructor(id: number, feed: ReportedFeed, clock: Clock, send: (report: FeedReport) => void) {
    this.#id = id
    this.#feed = feed
    this.#clock = clock
    this.#send = send
    this.#countedAt = clock.monotonic()
  }

  /** At a change of state; one that comes too soon is told when its time has come. */
  changed(): void {
    if (this.#later !== undefined || !this.#isNews()) return
    const waitMs = this.#stateAt + STATE_GAP_MS - this.#clock.monotonic()
    if (waitMs <= 0) {
      this.#tellState()
      return
    }
    this.#later = this.#clock.after(waitMs, () => {
      this.#later = undefined
      if (this.#isNews()) this.#tellState()
    })
  }

  /** Once a second. */
  tick(): void {
    const now = this.#clock.monotonic()
    const elapsed = now - this.#countedAt
    if (elapsed < RATE_GAP_MS) return
    const rate = Math.round(((this.#feed.quotes - this.#counted) * 1_000) / elapsed)
    this.#counted = this.#feed.quotes
    this.#countedAt = now
    if (rate !== this.#sent?.quotesPerSec) this.#report(rate)
  }

  stop(): void {
    this.#later?.cancel()
    this.#later = undefined
  }

  #isNews(): boolean {
    const { state, lastError } = this.#feed
    return this.#sent?.state !== state || this.#sent.lastError !== lastError
  }

  #tellState(): void {
    this.#stateAt = this.#clock.monotonic()
    this.#report(this.#feed.state === 'online' ? (this.#sent?.quotesPerSec ?? 0) : 0)
  }

  #report(quotesPerSec: number): void {
    const { state, lastError } = this.#feed
    this.#sent = { id: this.#id, state, lastError, quotesPerSec }
    this.#send(this.#sent)
  }
}

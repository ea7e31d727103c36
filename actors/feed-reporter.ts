import type { FeedState } from '../engine/config/datafeed.js'
import type { Clock } from './clock.js'

/**
 * What the front hears of a feed: its state, last error and rate, when they change. A feed that
 * flaps is reported at most once in STATE_GAP_MS, with the newest state; the rate alone at most once
 * in RATE_GAP_MS.
 */
export const STATE_GAP_MS = 1_000
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
  #sentAt = 0
  #countedAt: number
  #counted = 0

  constructor(id: number, feed: ReportedFeed, clock: Clock, send: (report: FeedReport) => void) {
    this.#id = id
    this.#feed = feed
    this.#clock = clock
    this.#send = send
    this.#countedAt = clock.monotonic()
  }

  /** At a change of state; one that comes too soon waits for the next `tick`. */
  changed(): void {
    const { state, lastError } = this.#feed
    const sent = this.#sent
    if (sent !== undefined) {
      if (sent.state === state && sent.lastError === lastError) return
      if (this.#clock.monotonic() - this.#sentAt < STATE_GAP_MS) return
    }
    this.#report(state === 'online' ? (sent?.quotesPerSec ?? 0) : 0)
  }

  /** Once a second. */
  tick(): void {
    this.changed()
    const now = this.#clock.monotonic()
    const elapsed = now - this.#countedAt
    if (elapsed < RATE_GAP_MS) return
    const rate = Math.round(((this.#feed.quotes - this.#counted) * 1_000) / elapsed)
    this.#counted = this.#feed.quotes
    this.#countedAt = now
    if (rate !== this.#sent?.quotesPerSec) this.#report(rate)
  }

  #report(quotesPerSec: number): void {
    const { state, lastError } = this.#feed
    this.#sentAt = this.#clock.monotonic()
    this.#sent = { id: this.#id, state, lastError, quotesPerSec }
    this.#send(this.#sent)
  }
}

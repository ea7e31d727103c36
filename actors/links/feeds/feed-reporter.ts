import type { FeedState } from '../../../engine/config/records/datafeed.js'
import type { UnixMs } from '../../../engine/units.js'
import type { FeedReport } from '../../../wire/thread/messages.js'
import type { Clock, Timer } from '../../thread/clock.js'

/**
 * Reports a feed's state, last error and figures to the front when they change. Changes of state
 * are reported at most once in STATE_GAP_MS, with the newest state, and figures once a second. The
 * rate covers the last RATE_GAP_MS.
 */
export const STATE_GAP_MS = 250
export const RATE_GAP_MS = 5_000

/** The reported feed, such as a datafeed actor. */
export interface ReportedFeed {
  readonly state: FeedState
  readonly lastError: string
  readonly quotes: number
  readonly lastQuoteAt: UnixMs
  readonly bytesIn: number
  readonly bytesOut: number
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
  #rate = 0

  constructor(id: number, feed: ReportedFeed, clock: Clock, send: (report: FeedReport) => void) {
    this.#id = id
    this.#feed = feed
    this.#clock = clock
    this.#send = send
    this.#countedAt = clock.monotonic()
  }

  /** Reports a change of state, with a delay if the last report was too recent. */
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

  /** Called once a second. */
  tick(): void {
    const now = this.#clock.monotonic()
    const elapsed = now - this.#countedAt
    if (elapsed >= RATE_GAP_MS) {
      this.#rate = Math.round(((this.#feed.quotes - this.#counted) * 1_000) / elapsed)
      this.#counted = this.#feed.quotes
      this.#countedAt = now
    }
    const { bytesIn, bytesOut } = this.#feed
    const sent = this.#sent
    const same = sent?.bytesIn === bytesIn && sent.bytesOut === bytesOut
    if (!same || sent.quotesPerSec !== this.#rate) this.#report()
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
    if (this.#feed.state !== 'online') this.#rate = 0
    this.#report()
  }

  #report(): void {
    const { state, lastError, lastQuoteAt, bytesIn, bytesOut } = this.#feed
    const quotesPerSec = this.#rate
    const figures = { quotesPerSec, lastQuoteAt, bytesIn, bytesOut }
    this.#sent = { id: this.#id, state, lastError, ...figures }
    this.#send(this.#sent)
  }
}

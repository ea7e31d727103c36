import type { TraderLiveEvents } from '../generated/frames.js'

export type QuoteEvent = TraderLiveEvents['quote']

/** A quote with the time since it arrived. */
export interface AgedQuote {
  readonly symbol: string
  readonly bid: string
  readonly ask: string
  /** The provider's time, on the server's clock. */
  readonly at: string
  /** The time since the quote arrived. */
  readonly ageMs: number
  /**
   * Whether the quote may be outdated: the connection is not live, or the symbol has been silent
   * for too long.
   */
  readonly isStale: boolean
}

/** The newest quote of each symbol. Older quotes are replaced, not queued. */
export class QuoteBoard {
  readonly #newest = new Map<string, QuoteEvent>()
  readonly #isLive: () => boolean
  readonly #serverNow: () => number

  constructor(isLive: () => boolean, serverNow: () => number) {
    this.#isLive = isLive
    this.#serverNow = serverNow
  }

  take(quote: QuoteEvent): void {
    this.#newest.set(quote.s, quote)
  }

  /** Drops the quote of a symbol that is no longer available. */
  forget(symbol: string): void {
    this.#newest.delete(symbol)
  }

  /**
   * `maxAgeMs` is the symbol's `quote_max_age_sec` in milliseconds; 0 means no limit. Undefined
   * before the first quote.
   */
  of(symbol: string, maxAgeMs = 0): AgedQuote | undefined {
    const quote = this.#newest.get(symbol)
    if (quote === undefined) return undefined
    const ageMs = Math.max(0, this.#serverNow() - Date.parse(quote.t))
    const isStale = !this.#isLive() || (maxAgeMs > 0 && ageMs > maxAgeMs)
    return { symbol, bid: quote.b, ask: quote.a, at: quote.t, ageMs, isStale }
  }
}

import type { TraderLiveEvents } from '../generated/frames.js'

export type QuoteTold = TraderLiveEvents['quote']

/** A price with its age. */
export interface AgedQuote {
  readonly symbol: string
  readonly bid: string
  readonly ask: string
  /** When the provider said so, by the server's clock. */
  readonly at: string
  /** The time since then. */
  readonly ageMs: number
  /** What is shown may be old: the line is not live, or nothing has been heard of the symbol for longer than it should. */
  readonly isStale: boolean
}

/** The newest quote of each symbol: newest wins, and nothing queues. */
export class QuoteBoard {
  readonly #newest = new Map<string, QuoteTold>()
  readonly #isLive: () => boolean
  readonly #serverNow: () => number

  constructor(isLive: () => boolean, serverNow: () => number) {
    this.#isLive = isLive
    this.#serverNow = serverNow
  }

  take(quote: QuoteTold): void {
    this.#newest.set(quote.s, quote)
  }

  /** There is none of it any more. */
  forget(symbol: string): void {
    this.#newest.delete(symbol)
  }

  /** `maxAgeMs` is the symbol's own `quote_max_age_sec`; 0 is none. Undefined before its first quote. */
  of(symbol: string, maxAgeMs = 0): AgedQuote | undefined {
    const quote = this.#newest.get(symbol)
    if (quote === undefined) return undefined
    const ageMs = Math.max(0, this.#serverNow() - Date.parse(quote.t))
    const isStale = !this.#isLive() || (maxAgeMs > 0 && ageMs > maxAgeMs)
    return { symbol, bid: quote.b, ask: quote.a, at: quote.t, ageMs, isStale }
  }
}

/**
 * Decides which feed counts when several quote the same symbol; one instance per symbol.
 *
 *   - The owner is the feed whose quote was last accepted. A feed with higher priority takes the
 *     symbol at its next quote, so a returning owner is back at once.
 *   - A feed with lower priority is accepted only if the owner has not quoted this symbol for the
 *     time-out. The wall clock may change: a jump in either direction ends an ownership instead of
 *     freezing it.
 */
export class QuoteOwner {
  #feed: RankedFeed | undefined
  #at = 0

  /** Decides about a quote of a feed. True if the feed is the owner now. */
  hears(feed: RankedFeed, now: number, timeoutMs: number): boolean {
    const owner = this.#feed
    if (owner !== feed) {
      if (owner !== undefined && feed.rank > owner.rank && Math.abs(now - this.#at) < timeoutMs) {
        return false
      }
      this.#feed = feed
    }
    this.#at = now
    return true
  }

  is(feed: RankedFeed): boolean {
    return this.#feed === feed
  }

  /** Called when the feed stops quoting the symbol: the next quote of any feed is accepted. */
  leave(feed: RankedFeed): void {
    if (this.#feed === feed) this.#feed = undefined
  }
}

/**
 * The rank of the feed: the lowest priority number first, then the lowest id. It may change with
 * the list of feeds.
 */
export interface RankedFeed {
  rank: number
}

/**
 * The feed whose word counts when several quote the same symbol. One of these for each symbol.
 *
 *   O1. The owner is whoever was heard last; a feed that comes before it in the list takes the
 *       symbol at its next quote, so a returning owner is back at once.
 *   O2. A feed that comes after the owner is heard only when the owner was silent on this symbol
 *       for the time-out. The wall clock may be set: a jump either way ends an ownership rather
 *       than freezing it.
 */
export class QuoteOwner {
  #feed: RankedFeed | undefined
  #at = 0

  /** True makes the feed the owner; to be asked for every market that a feed quotes. */
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

  /** The feed does not quote the symbol any more: whoever comes next is heard. */
  leave(feed: RankedFeed): void {
    if (this.#feed === feed) this.#feed = undefined
  }
}

/** Place in the list of feeds, lowest priority first, then id. It may change as the list does. */
export interface RankedFeed {
  rank: number
}

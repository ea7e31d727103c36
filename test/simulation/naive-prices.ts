import type { Book } from '../../engine/book/compiled.js'
import type { Prices, Quote } from '../../engine/book/prices.js'
import type { Scene } from './naive-account.js'

/** Prices as a group sees them: half of its difference off the bid, the larger half onto the ask. */
export function seenBy(book: Book, group: string, prices: Prices): Prices {
  return {
    quote(symbolId) {
      const quote = prices.quote(symbolId)
      return quote === undefined ? undefined : seenAs(quote, differenceOf(book, group, symbolId))
    },
  }
}

export function seenAs<Market extends Quote>(quote: Market, difference: number): Market {
  const { down, up } = parts(difference)
  return { ...quote, bid: quote.bid - down, ask: quote.ask + up }
}

/** The parts of a difference that is not below zero, and never so large that a bid would be. */
export function parts(difference: number): { readonly down: number; readonly up: number } {
  const odd = difference % 2
  return { down: (difference - odd) / 2, up: (difference + odd) / 2 }
}

/** The rows' masks are names here, or everything. */
export function differenceOf(book: Book, group: string, symbolId: number): number {
  const rows = book.groupsByPath.get(group)?.record.symbols ?? []
  const name = book.symbolsById.get(symbolId)?.name
  const row = rows.find(({ mask }) => mask === '*' || mask === name)
  return row?.spread_diff_pts ?? 0
}

/** The quote that may be traded at; a symbol with an old price has none for that. */
export function tradedAt({ prices, now }: Scene, symbolId: number): Quote | undefined {
  const quote = prices.quote(symbolId)
  return quote === undefined || isOld(quote, now) ? undefined : quote
}

export function isOld({ usableUntil }: Pick<Quote, 'usableUntil'>, now: number): boolean {
  return usableUntil !== undefined && usableUntil < now
}

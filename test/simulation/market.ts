import type { Book } from '../../engine/book.js'
import type { Prices, Quote } from '../../engine/prices.js'
import type { Prng } from '../../engine/prng.js'
import { GivenPrices, MARKET } from '../given/prices.js'

/** Prices that wander, jump and go away, and a memory of every quote there was. */
export class Market implements Prices {
  readonly #quotes = new Map<number, { bid: number; ask: number; at: number }>()
  readonly #gone = new Set<number>()
  #lastGoneAt = 0
  readonly #had = new Set<string>()
  readonly #ids: number[]

  constructor(book: Book) {
    const given = new GivenPrices(book, MARKET)
    this.#ids = [...book.symbolsById.keys()]
    for (const id of this.#ids) {
      const quote = given.quote(id)
      if (quote !== undefined) this.#set(id, quote.bid, quote.ask, quote.at)
    }
  }

  quote(symbolId: number): Quote | undefined {
    return this.#gone.has(symbolId) ? undefined : this.#quotes.get(symbolId)
  }

  /** Was this ever the symbol's quote? */
  hadQuote(symbolId: number, bid: number, ask: number): boolean {
    return this.#had.has(`${symbolId}:${bid}:${ask}`)
  }

  /** Has there been a price for everything since then? */
  wasWholeSince(at: number): boolean {
    return this.#gone.size === 0 && this.#lastGoneAt < at
  }

  move(prng: Prng, at: number): void {
    const id = this.#ids[prng.below(this.#ids.length)] as number
    const held = this.#quotes.get(id)
    if (held === undefined) return
    if (this.#gone.size > 0) this.#lastGoneAt = at
    if (prng.below(60) === 0) {
      if (!this.#gone.delete(id)) this.#gone.add(id)
      return
    }
    if (prng.below(4) > 0) this.#gone.delete(id)
    const size = prng.below(40) === 0 ? 0.02 : 0.0005
    const bid = Math.max(10, Math.round(held.bid * (1 + prng.gauss() * size)))
    this.#set(id, bid, bid + prng.below(30), at)
  }

  #set(id: number, bid: number, ask: number, at: number): void {
    this.#quotes.set(id, { bid, ask, at })
    this.#had.add(`${id}:${bid}:${ask}`)
  }
}

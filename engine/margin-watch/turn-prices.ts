import type { Prices, Quote } from '../book/prices.js'

/**
 * The market at the start of a turn: everything computed together uses the same prices, while the
 * board changes. A symbol without a reported price is read once, on first use.
 */
export class TurnPrices implements Prices {
  readonly #source: Prices
  /** The prices by symbol; null if the symbol has no price. */
  readonly #quotes: (Quote | null | undefined)[] = []

  constructor(source: Prices) {
    this.#source = source
  }

  quote(symbolId: number): Quote | undefined {
    const known = this.#quotes[symbolId]
    return known === undefined ? this.take(symbolId) : (known ?? undefined)
  }

  take(symbolId: number): Quote | undefined {
    const quote = this.#source.quote(symbolId)
    while (this.#quotes.length <= symbolId) this.#quotes.push(undefined)
    this.#quotes[symbolId] = quote ?? null
    return quote
  }
}

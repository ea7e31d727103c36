import type { Prices, Quote } from '../book/prices.js'

/**
 * The market as it was last told of: what is computed together is computed at the same prices, while
 * the board behind them goes on. A symbol that was never told of is read once, when first asked for.
 */
export class TurnPrices implements Prices {
  readonly #source: Prices
  /** The prices by symbol; null is a symbol without one. */
  readonly #quotes: (Quote | null | undefined)[] = []

  constructor(source: Prices) {
    this.#source = source
  }

  quote(symbolId: number): Quote | undefined {
    const known = this.#quotes[symbolId]
    return known === undefined ? this.take(symbolId) : (known ?? undefined)
  }

  /** The symbol's price as it is now. */
  take(symbolId: number): Quote | undefined {
    const quote = this.#source.quote(symbolId)
    while (this.#quotes.length <= symbolId) this.#quotes.push(undefined)
    this.#quotes[symbolId] = quote ?? null
    return quote
  }
}

import type { Book } from '../../engine/book/compiled.js'
import type { Prices, Quote } from '../../engine/book/prices.js'
import { priceFromText } from '../../engine/numbers/decimal.js'
import type { PricePts, UnixMs } from '../../engine/units.js'
import { symbolIn } from './book.js'

export const QUOTED_AT: UnixMs = Date.UTC(2026, 0, 5, 12)

/** A market of the given book, as decimal text: `{ EURUSD: ['1.17000', '1.17010'] }`. */
export type Market = Readonly<Record<string, readonly [bid: string, ask: string]>>

export const MARKET: Market = {
  EURUSD: ['1.17000', '1.17010'],
  USDJPY: ['150.000', '150.010'],
  GBPUSD: ['1.35000', '1.35020'],
  EURGBP: ['0.86650', '0.86670'],
  XAUUSD: ['2400.00', '2400.30'],
  US500: ['5000.00', '5000.50'],
  BTCUSD: ['65000.00', '65010.00'],
}

/** Prices of a map that a test may change as it goes. */
export class GivenPrices implements Prices {
  readonly #book: Book
  readonly #quotes = new Map<number, Quote>()

  constructor(book: Book, market: Market = MARKET) {
    this.#book = book
    for (const [name, [bid, ask]] of Object.entries(market)) this.set(name, bid, ask)
  }

  quote(symbolId: number): Quote | undefined {
    return this.#quotes.get(symbolId)
  }

  set(name: string, bid: string, ask: string, at: UnixMs = QUOTED_AT): this {
    const symbol = symbolIn(this.#book, name)
    const { digits } = symbol
    this.#quotes.set(symbol.id, { bid: points(bid, digits), ask: points(ask, digits), at })
    return this
  }

  /** The last known price: nobody stands behind it after `until`. */
  age(name: string, until: UnixMs): this {
    const { id } = symbolIn(this.#book, name)
    const quote = this.#quotes.get(id)
    if (quote === undefined) throw new Error(`${name} has a price`)
    this.#quotes.set(id, { ...quote, usableUntil: until })
    return this
  }

  remove(name: string): this {
    this.#quotes.delete(symbolIn(this.#book, name).id)
    return this
  }
}

/** The prices of a decision that goes by none. */
export const NO_PRICES: Prices = { quote: () => undefined }

export function points(price: string, digits: number): PricePts {
  const value = priceFromText(price, digits)
  if (value === undefined) throw new Error(`${price} is not a price of ${digits} digits`)
  return value
}

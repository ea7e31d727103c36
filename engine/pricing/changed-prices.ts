import type { Book, SymbolSpec } from '../book/compiled.js'
import type { Prices, Quote } from '../book/prices.js'
import type { PricePts } from '../units.js'
import { askWithSpread, bidWithSpread } from './fixed-spread.js'
import { isMarket, rescaledPoints } from './points.js'

/**
 * The current prices as changed settings of symbols would make them: fixed spread, quote source and
 * its markups, digits.
 *
 * A price with a fixed spread keeps only the provider's bid. If a change ends the fixed spread, the
 * provider's ask is unknown, and the symbol has no price here.
 */
export class ChangedPrices implements Prices {
  readonly #before: Book
  readonly #after: Book
  readonly #prices: Prices
  readonly #byPath: ReadonlyMap<string, SymbolSpec>
  /** Symbols that are being computed: a circle of quote sources has no price. */
  readonly #open = new Set<number>()
  /** The symbols whose price the change computes in another way. */
  readonly changed: ReadonlySet<number>

  constructor(before: Book, after: Book, prices: Prices) {
    this.#before = before
    this.#after = after
    this.#prices = prices
    const isSame = before.symbolsById === after.symbolsById
    const symbols = isSame ? [] : [...after.symbolsById.values()]
    this.#byPath = new Map(symbols.map((symbol) => [symbol.record.path.toLowerCase(), symbol]))
    this.changed = this.#changedOf(symbols)
  }

  quote(symbolId: number): Quote | undefined {
    const last = this.#prices.quote(symbolId)
    const symbol = this.#after.symbolsById.get(symbolId)
    if (symbol === undefined || !this.changed.has(symbolId)) return last
    const quoted = this.#unspread(symbol, last)
    if (quoted === undefined) return undefined
    const { spread_pts: spread, spread_balance_pts: balance } = symbol.record
    const bid = bidWithSpread(quoted.bid, spread, balance)
    const ask = askWithSpread(quoted.ask, bid, spread)
    return ask === undefined || !isMarket(bid, ask) ? undefined : { ...quoted, bid, ask }
  }

  /** The price in points of the changed symbol, before its fixed spread. */
  #unspread(symbol: SymbolSpec, last: Quote | undefined): Unspread | undefined {
    const old = this.#before.symbolsById.get(symbol.id)
    const { quote_source: path, quote_markup_bid_pts, quote_markup_ask_pts } = symbol.record
    if (path !== '') {
      this.#open.add(symbol.id)
      const source = this.#byPath.get(path.toLowerCase())
      const isKnown = source !== undefined && !this.#open.has(source.id)
      const quote = isKnown ? this.quote(source.id) : undefined
      this.#open.delete(symbol.id)
      if (source === undefined || quote === undefined) return undefined
      const bid = rescaledPoints(quote.bid, source.digits, symbol.digits) + quote_markup_bid_pts
      const ask = rescaledPoints(quote.ask, source.digits, symbol.digits) + quote_markup_ask_pts
      return isMarket(bid, ask) ? { ...quote, bid, ask } : undefined
    }
    if (last === undefined || old === undefined || old.record.quote_source !== '') return undefined
    const { spread_pts: spread, spread_balance_pts: balance } = old.record
    const inPoints = (points: PricePts) => rescaledPoints(points, old.digits, symbol.digits)
    if (spread === 0) return { ...last, bid: inPoints(last.bid), ask: inPoints(last.ask) }
    return { ...last, bid: inPoints(last.bid - balance), ask: undefined }
  }

  #changedOf(symbols: readonly SymbolSpec[]): ReadonlySet<number> {
    const changed = new Set<number>()
    for (const symbol of symbols) {
      const old = this.#before.symbolsById.get(symbol.id)
      if (old === symbol) continue
      if (old === undefined || priceTerms(old) !== priceTerms(symbol)) changed.add(symbol.id)
    }
    if (changed.size === 0) return changed
    const derived = symbols.filter(({ record }) => record.quote_source !== '')
    for (let known = 0; known < changed.size; ) {
      known = changed.size
      for (const { id, record } of derived) {
        const source = this.#byPath.get(record.quote_source.toLowerCase())
        if (source !== undefined && changed.has(source.id)) changed.add(id)
      }
    }
    return changed
  }
}

/** A price before a fixed spread; undefined `ask` if it is unknown. */
type Unspread = Omit<Quote, 'ask'> & { readonly ask: PricePts | undefined }

function priceTerms({ digits, record }: SymbolSpec): string {
  const { quote_source, quote_markup_bid_pts, quote_markup_ask_pts } = record
  const spread = [record.spread_pts, record.spread_balance_pts]
  return JSON.stringify([digits, quote_source, quote_markup_bid_pts, quote_markup_ask_pts, spread])
}

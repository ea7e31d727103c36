import { SimulatedMarket } from '../actors/links/simulator/simulated-market.js'
import { compileBook } from '../engine/book/book.js'
import type { Book, SymbolSpec } from '../engine/book/compiled.js'
import type { Prices, Quote } from '../engine/book/prices.js'
import { NO_RECORDS } from '../engine/config/book-records.js'
import { DEMO_SET } from '../engine/config/demo-set.js'
import { priceFromText } from '../engine/numbers/decimal.js'

/** The demo set in memory with its settings and market, for benches of the engine. */

export const DOLLARS = 'demo\\standard'
/** The group beside the demo set: accounts whose profits are converted from dollars. */
export const EUROS = 'demo\\euro'

export function demoBook(): Book {
  const stored = { created_at: AT, updated_at: AT, version: 1 }
  const standard = DEMO_SET.groups.find(({ path }) => path === DOLLARS)
  if (standard === undefined) throw new Error(`the demo set has no ${DOLLARS}`)
  const groups = [...DEMO_SET.groups, { ...standard, path: EUROS, currency: 'EUR' }]
  return compileBook({
    ...NO_RECORDS,
    version: 1,
    symbols: DEMO_SET.symbols.map((symbol, i) => {
      return { ...symbol, ...stored, id: i + 1, position: i + 1 }
    }),
    groups: groups.map((group, i) => ({ ...group, ...stored, id: i + 1 })),
    routing: DEMO_SET.routing.map((rule, i) => ({
      ...rule,
      ...stored,
      id: i + 1,
    })),
  })
}

const AT = '2026-01-05T00:00:00.000Z'
const STARTS_AT = Date.UTC(2026, 0, 5, 12)

/** One quote of one symbol. */
export interface Tick {
  readonly symbolId: number
  readonly quote: Quote
}

export class DemoMarket implements Prices {
  readonly #market = new SimulatedMarket(11)
  readonly #symbols: ReadonlyMap<string, SymbolSpec>
  readonly #quotes = new Map<number, Quote>()
  #now = STARTS_AT

  constructor(book: Book) {
    this.#symbols = book.symbolsByName
    this.#market.snapshot(this.#now, (...told) => this.show(this.#tick(...told)))
  }

  quote(symbolId: number): Quote | undefined {
    return this.#quotes.get(symbolId)
  }

  /** Makes a quote what `quote` answers. */
  show({ symbolId, quote }: Tick): void {
    this.#quotes.set(symbolId, quote)
  }

  /** The next quotes, which nobody sees before they are shown: `perSecond` of them on average. */
  ticks(count: number, perSecond: number): readonly Tick[] {
    const ticks: Tick[] = []
    while (ticks.length < count) {
      this.#market.move(this.#now, (...told) => ticks.push(this.#tick(...told)))
      this.#now = STARTS_AT + (ticks.length * 1000) / perSecond
    }
    return ticks.slice(0, count)
  }

  #tick(name: string, bidText: string, askText: string): Tick {
    const symbol = this.#symbols.get(name)
    const bid = symbol && priceFromText(bidText, symbol.digits)
    const ask = symbol && priceFromText(askText, symbol.digits)
    if (symbol === undefined || bid === undefined || ask === undefined) {
      throw new Error(`${name} is quoted ${bidText} ${askText}`)
    }
    return { symbolId: symbol.id, quote: { bid, ask, at: this.#now } }
  }
}

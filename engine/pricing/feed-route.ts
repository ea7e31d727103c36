import type { SymbolSpec } from '../book/compiled.js'
import { sameValue } from '../config/kind.js'
import type { Translate } from '../config/records/connection.js'
import type { DatafeedRecord } from '../config/records/datafeed.js'
import { type FeedRouting, type Translation, translationOf } from './markup.js'
import type { RankedFeed } from './merge.js'
import type { QuotedSymbol } from './quoted-symbol.js'

/** A symbol that a provider's quotes go to. One name of a provider may have several targets. */
export interface Target {
  readonly symbol: QuotedSymbol
  readonly translation: Translation
}

/**
 * The route of one feed's quotes: the compiled form of its masks and translations. Owns no prices.
 *
 *   - A symbol is a target under at most one name, and only if no other symbol is its source.
 *   - A symbol that stops being a target is no longer owned by this feed, and an offline feed owns
 *     none, so the next feed that quotes it is accepted at once.
 *   - While the feed is online, each target counts it among its `carriers`.
 */
export class FeedRoute implements RankedFeed {
  readonly id: number
  rank = 0
  readonly #routing: FeedRouting
  readonly #translates: ReadonlyMap<number, Translate>
  readonly #byName = new Map<string, readonly Target[]>()
  readonly #bySymbol = new Map<number, Target>()
  #isOnline = false

  constructor(feed: DatafeedRecord) {
    this.id = feed.id
    this.#routing = feed
    this.#translates = new Map(feed.translates.map((one) => [one.symbol_id, one]))
  }

  /** True if a route for this record would send quotes to the same symbols. */
  isOf(feed: DatafeedRecord): boolean {
    const mine = this.#routing
    return (
      mine === feed ||
      (mine.enabled === feed.enabled &&
        mine.quotes_enabled === feed.quotes_enabled &&
        sameValue(mine.symbols, feed.symbols) &&
        sameValue(mine.translates, feed.translates))
    )
  }

  get isOnline(): boolean {
    return this.#isOnline
  }

  /** The symbols that the feed starts or stops to carry; empty if the state did not change. */
  setOnline(isOnline: boolean): readonly QuotedSymbol[] {
    if (this.#isOnline === isOnline) return []
    this.#isOnline = isOnline
    const symbols = [...this.#bySymbol.values()].map(({ symbol }) => symbol)
    for (const symbol of symbols) {
      symbol.carriers += isOnline ? 1 : -1
      if (!isOnline) symbol.owner.leave(this)
    }
    return symbols
  }

  targets(name: string): readonly Target[] | undefined {
    return this.#byName.get(name)
  }

  /** Adds a symbol. Called when the symbol is new or its settings changed. */
  add(symbol: QuotedSymbol): void {
    const { spec } = symbol
    const translation = this.#takes(symbol)
      ? translationOf(this.#routing, this.#translates.get(spec.id), spec)
      : undefined
    if (translation === undefined) {
      this.remove(symbol)
      return
    }
    this.#drop(symbol)
    const target = { symbol, translation }
    this.#bySymbol.set(symbol.id, target)
    if (this.#isOnline) symbol.carriers++
    this.#byName.set(translation.source, [...(this.#byName.get(translation.source) ?? []), target])
  }

  remove(symbol: QuotedSymbol): void {
    this.#drop(symbol)
    symbol.owner.leave(this)
  }

  /**
   * Removes all symbols of the route. Called when the feed is deleted or another route replaces this one.
   */
  clear(): void {
    this.setOnline(false)
    for (const { symbol } of this.#bySymbol.values()) symbol.owner.leave(this)
    this.#bySymbol.clear()
    this.#byName.clear()
  }

  #takes(symbol: QuotedSymbol): boolean {
    return this.#routing.enabled && this.#routing.quotes_enabled && !symbol.isDerived
  }

  #drop(symbol: QuotedSymbol): void {
    const known = this.#bySymbol.get(symbol.id)
    if (known === undefined) return
    this.#bySymbol.delete(symbol.id)
    if (this.#isOnline) symbol.carriers--
    const { source } = known.translation
    const others = (this.#byName.get(source) ?? []).filter((target) => target !== known)
    if (others.length > 0) this.#byName.set(source, others)
    else this.#byName.delete(source)
  }
}

/** The provider's name of each symbol by its index; '' for symbols that the feed does not quote. */
interface NamedSymbols {
  readonly specs: readonly SymbolSpec[]
  readonly names: readonly string[]
}

const newest = new WeakMap<DatafeedRecord, NamedSymbols>()

/**
 * The provider's names of everything that a feed may quote, without duplicates. Masks are only
 * evaluated for symbols that changed: evaluating ten thousand at each change would delay prices.
 */
export function sourceNames(feed: DatafeedRecord, symbols: Iterable<SymbolSpec>): Set<string> {
  const before = newest.get(feed)
  const translates = new Map(feed.translates.map((one) => [one.symbol_id, one]))
  const specs = [...symbols]
  const names = specs.map((spec, i) =>
    before?.specs[i] === spec ? (before.names[i] as string) : sourceName(feed, translates, spec),
  )
  newest.set(feed, { specs, names })
  const found = new Set(names)
  found.delete('')
  return found
}

function sourceName(
  feed: DatafeedRecord,
  translates: ReadonlyMap<number, Translate>,
  spec: SymbolSpec,
): string {
  if (spec.record.quote_source !== '') return ''
  return translationOf(feed, translates.get(spec.id), spec)?.source ?? ''
}

import type { Book, SymbolSpec } from '../../../engine/book/compiled.js'
import type { KnownPrice } from '../../../engine/book/prices.js'
import { sameValue } from '../../../engine/config/kind.js'
import type { DatafeedRecord } from '../../../engine/config/records/datafeed.js'
import { volumeFromText } from '../../../engine/numbers/decimal.js'
import { FeedRoute, sourceNames, type Target } from '../../../engine/pricing/feed-route.js'
import { type Translation, translatedPoints } from '../../../engine/pricing/markup.js'
import { isMarket, rescaledPoints } from '../../../engine/pricing/points.js'
import { linkChains } from '../../../engine/pricing/quote-chains.js'
import { type QuoteCalendar, QuotedSymbol } from '../../../engine/pricing/quoted-symbol.js'
import { type UnixMs, VOLUME_DIGITS } from '../../../engine/units.js'
import { filterLine, isSymbol } from '../../../wire/dde/codec.js'
import type { DdeLevel } from '../../../wire/dde/depth.js'
import type { DepthLevel } from '../../shared/depth-board.js'
import { BOARD_SYMBOLS_MAX, type PriceBoard } from '../../shared/price-board.js'
import type { TakesTick } from '../../shared/tick-ring.js'
import type { ProviderDepth } from '../feeds/price-session.js'

/**
 * Turns quotes of providers into prices on the board. Owns every symbol's pricing state and the
 * routes of the feeds; a change of settings rebuilds only what it changed.
 *
 *   - A quote is written only if it is a market (bid above zero, ask not below bid, in points of
 *     the symbol), both as quoted and after markups and spread.
 *   Q2. The feed with the lowest priority number, then id, owns a symbol. A later one takes over when
 *       the owner has not quoted it for the time-out, until the owner's next quote.
 *   - A symbol that is not in the book, or not in a feed's masks, is dropped.
 *   - A symbol with a quote source gets only that symbol's quotes, as they are on the board. It
 *     gets none if the source does not exist or is part of a circle.
 *   - The price of a closed symbol stays. A deleted symbol has none, and a symbol with a new source
 *     has the source's price or none.
 *   Q6. A price on the board has the digits of the symbol; changed digits convert it at once.
 *   - Every quote that moves a price is recorded, but not price changes caused by settings.
 *   Q8. While no online feed quotes a symbol, nobody guarantees its price, nor those of the symbols
 *       that follow it. This also holds for all prices that a new pricer finds, until they are quoted.
 */
export class Pricer {
  readonly #board: PriceBoard
  readonly #moved: () => void
  readonly #record: TakesTick
  readonly #symbols = new Map<number, QuotedSymbol>()
  readonly #byPath = new Map<string, QuotedSymbol>()
  readonly #derived = new Set<QuotedSymbol>()
  readonly #routes = new Map<number, FeedRoute>()
  #roots: readonly QuotedSymbol[] = []
  #specs: ReadonlyMap<number, SymbolSpec> | undefined
  #calendar: QuoteCalendar | undefined
  #timeoutMs: number
  #beyond: string[] = []
  #refused = 0
  #pass = 0

  /** Calls `moved` only if the front has no unread move. */
  constructor(
    board: PriceBoard,
    datafeedsTimeoutMs: number,
    moved: () => void,
    record: TakesTick = () => undefined,
  ) {
    this.#board = board
    this.#moved = moved
    this.#record = record
    this.#timeoutMs = datafeedsTimeoutMs
  }

  /** The number of quotes refused because they were not a valid market. */
  get refused(): number {
    return this.#refused
  }

  /** Sets how long the owner of a symbol may not quote it (Q2). */
  setDatafeedsTimeout(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs
  }

  /** Every symbol in the settings for which the board has room. */
  get symbols(): Iterable<QuotedSymbol> {
    return this.#symbols.values()
  }

  /** Notes that a feed came online or went offline. */
  setOnline(feedId: number, isOnline: boolean): void {
    this.#routes.get(feedId)?.setOnline(isOnline)
    this.#expireUncarried()
  }

  /** Restores prices from before this run; nobody guarantees them (Q8). */
  restore(prices: readonly KnownPrice[]): void {
    for (const { symbolId, digits, bid, ask, at, day } of prices) {
      const symbol = this.#symbols.get(symbolId)
      if (symbol === undefined) continue
      const points = (price: number): number => rescaledPoints(price, digits, symbol.digits)
      if (this.#board.last(symbolId) === undefined && isMarket(points(bid), points(ask))) {
        this.#rewrite(symbol, points(bid), points(ask), at, 0)
      }
      if (day === undefined) continue
      const ofDay = (price: number): number => rescaledPoints(price, day.digits, symbol.digits)
      const [open, high, low] = [ofDay(day.open), ofDay(day.high), ofDay(day.low)]
      const close = ofDay(day.before)
      this.#board.addEarlier(symbolId, { open, high, low, last: points(bid), at, close })
    }
  }

  /**
   * Applies new settings. Returns the symbols that were left out because the board has no room for
   * them.
   */
  replaceBook(book: Book, feeds: readonly DatafeedRecord[]): readonly string[] {
    const calendar = this.#replaceCalendar(book)
    const ranked = feeds.toSorted((a, b) => a.priority - b.priority || a.id - b.id)
    if (book.symbolsById !== this.#specs) this.#replaceSymbols(book.symbolsById, calendar)
    this.#replaceFeeds(ranked)
    this.#expireUncarried()
    return this.#beyond
  }

  quote(feedId: number, name: string, bidText: string, askText: string, now: UnixMs): void {
    const route = this.#routes.get(feedId)
    const targets = route?.targets(name)
    if (route === undefined || targets === undefined) return
    for (let i = 0; i < targets.length; i++) {
      this.#hear(route, targets[i] as Target, bidText, askText, now)
    }
  }

  /**
   * Writes a symbol's depth. Only its owner's counts, and symbols that follow it get it too.
   */
  depth(feedId: number, { symbol: name, bids, asks, counts }: ProviderDepth, now: UnixMs): void {
    const route = this.#routes.get(feedId)
    for (const { symbol, translation } of route?.targets(name) ?? []) {
      if (route === undefined || !symbol.owner.is(route)) continue
      const { contract_size } = symbol.spec.record
      const lot = counts === 'units' ? Number(contract_size) : counts && 1
      const levels = {
        bids: levelsOf(bids, translation, -1, lot),
        asks: levelsOf(asks, translation, 1, lot),
      }
      this.#board.depth.write(symbol.id, { ...levels, at: now })
      for (const follower of symbol.followers) {
        const inPoints = ({ distance, volume }: DepthLevel): DepthLevel => ({
          distance: rescaledPoints(distance, symbol.digits, follower.digits),
          volume,
        })
        const seen = { bids: levels.bids.map(inPoints), asks: levels.asks.map(inPoints), at: now }
        this.#board.depth.write(follower.id, seen)
      }
    }
  }

  #hear(route: FeedRoute, target: Target, bidText: string, askText: string, now: UnixMs): void {
    const { symbol, translation } = target
    const bid = translatedPoints(bidText, translation)
    const ask = translatedPoints(askText, translation)
    if (bid === undefined || ask === undefined || !isMarket(bid, ask)) {
      this.#refused++
      return
    }
    const marked = bid + translation.bidMarkup
    const asked = ask + translation.askMarkup
    if (!isMarket(marked, asked)) this.#refused++
    else if (symbol.owner.hears(route, now, this.#timeoutMs) && symbol.takes(marked, asked, now)) {
      this.#publish(symbol, now)
    }
  }

  #publish(root: QuotedSymbol, now: UnixMs): void {
    const pass = ++this.#pass
    root.until = root.usableUntil(now)
    this.#write(root, pass, now)
    this.#record(root.id, root.digits, root.bid, root.ask, now)
    const { followers } = root
    for (let i = 0; i < followers.length; i++) {
      const symbol = followers[i] as QuotedSymbol
      const source = symbol.source as QuotedSymbol
      if (source.pass !== pass || !symbol.takesFrom(source, now)) continue
      symbol.until = Math.min(source.until, symbol.usableUntil(now))
      this.#write(symbol, pass, now)
      this.#record(symbol.id, symbol.digits, symbol.bid, symbol.ask, now)
    }
  }

  #write(symbol: QuotedSymbol, pass: number, now: UnixMs): void {
    symbol.pass = pass
    const { id, bid, ask, until } = symbol
    if (this.#board.write(id, bid, ask, now, until)) this.#moved()
  }

  /** Writes a known price again under the new settings, without changing its age. */
  #rewrite(symbol: QuotedSymbol, bid: number, ask: number, at: UnixMs, until: UnixMs): void {
    symbol.until = until
    if (this.#board.rewrite(symbol.id, bid, ask, at, until)) this.#moved()
  }

  #expireUncarried(): void {
    for (const symbol of this.#symbols.values()) {
      const isCarried = symbol.carriers > 0
      if (symbol.isCarried === isCarried) continue
      symbol.isCarried = isCarried
      if (isCarried || symbol.isDerived) continue
      this.#expire(symbol)
      for (const follower of symbol.followers) this.#expire(follower)
    }
  }

  #expire(symbol: QuotedSymbol): void {
    symbol.until = 0
    this.#board.expire(symbol.id)
  }

  #renewWithFollowers(symbol: QuotedSymbol): void {
    if (symbol.isDerived) return
    this.#renewUntil(symbol)
    for (const follower of symbol.followers) this.#renewUntil(follower)
  }

  /**
   * Computes again until when a price is usable, after its maximum age or the trading hours
   * changed; an expired one stays expired.
   */
  #renewUntil(symbol: QuotedSymbol): void {
    const last = this.#board.last(symbol.id)
    if (last === undefined || symbol.until === 0) return
    const ofSource = symbol.source?.until ?? Number.POSITIVE_INFINITY
    const until = Math.min(ofSource, symbol.usableUntil(last.at))
    if (until === symbol.until) return
    symbol.until = until
    this.#board.setUsableUntil(symbol.id, until)
  }

  #replaceCalendar({ clock, records: { holidays } }: Book): QuoteCalendar {
    const known = this.#calendar
    if (known?.holidays === holidays && sameValue(known.clock, clock)) return known
    const calendar = { holidays, clock }
    this.#calendar = calendar
    for (const symbol of this.#symbols.values()) symbol.follow(calendar)
    for (const symbol of this.#symbols.values()) this.#renewWithFollowers(symbol)
    return calendar
  }

  #replaceSymbols(specs: ReadonlyMap<number, SymbolSpec>, calendar: QuoteCalendar): void {
    const isFirst = this.#specs === undefined
    this.#specs = specs
    this.#board.follow(specs.values())
    this.#beyond = []
    for (const symbol of this.#symbols.values()) if (!specs.has(symbol.id)) this.#remove(symbol)
    const [repriced, placed] = [new Set<QuotedSymbol>(), new Set<QuotedSymbol>()]
    for (const spec of specs.values()) {
      if (spec.id < 1 || spec.id >= BOARD_SYMBOLS_MAX) this.#beyond.push(spec.name)
      else if (this.#symbols.get(spec.id)?.spec !== spec) {
        placed.add(this.#place(spec, calendar, repriced))
      }
    }
    if (isFirst) {
      // Symbols that were deleted while no links thread ran are still on the board.
      this.#board.clearOthers((id) => this.#symbols.has(id))
      for (const symbol of placed) this.#expire(symbol)
    }
    this.#relink(repriced, isFirst)
    for (const root of this.#roots) {
      if (root.followers.some((symbol) => placed.has(symbol))) placed.add(root)
    }
    if (!isFirst) for (const symbol of placed) this.#renewWithFollowers(symbol)
  }

  #remove(symbol: QuotedSymbol): void {
    this.#symbols.delete(symbol.id)
    this.#unlist(symbol)
    for (const route of this.#routes.values()) route.remove(symbol)
    this.#board.clear(symbol.id)
  }

  #unlist(symbol: QuotedSymbol): void {
    const path = symbol.spec.record.path.toLowerCase()
    // Two symbols may have exchanged their paths.
    if (this.#byPath.get(path) === symbol) this.#byPath.delete(path)
    this.#derived.delete(symbol)
  }

  /** Adds a symbol, or changes its settings. */
  #place(spec: SymbolSpec, calendar: QuoteCalendar, repriced: Set<QuotedSymbol>): QuotedSymbol {
    let symbol = this.#symbols.get(spec.id)
    if (symbol === undefined) symbol = new QuotedSymbol(spec, calendar)
    else {
      this.#unlist(symbol)
      if (symbol.spec.record.quote_source !== spec.record.quote_source) this.#board.clear(spec.id)
      symbol.configure(spec)
    }
    this.#symbols.set(spec.id, symbol)
    this.#byPath.set(spec.record.path.toLowerCase(), symbol)
    if (symbol.isDerived) {
      this.#derived.add(symbol)
      repriced.add(symbol)
    } else symbol.source = undefined
    this.#convert(symbol)
    for (const route of this.#routes.values()) route.add(symbol)
    return symbol
  }

  /** Converts the price on the board to other digits (Q6). */
  #convert(symbol: QuotedSymbol): void {
    const last = this.#board.last(symbol.id)
    if (last === undefined || last.digits === symbol.digits) return
    const bid = rescaledPoints(last.bid, last.digits, symbol.digits)
    const ask = rescaledPoints(last.ask, last.digits, symbol.digits)
    this.#board.clear(symbol.id)
    if (isMarket(bid, ask)) this.#rewrite(symbol, bid, ask, last.at, last.usableUntil)
  }

  /**
   * Links symbols to the symbols whose quotes they use; a newly linked one gets a price as soon as
   * its source has one.
   */
  #relink(repriced: Set<QuotedSymbol>, isFirst: boolean): void {
    for (const root of this.#roots) root.followers = []
    const { roots, relinked } = linkChains(this.#derived, (path) =>
      this.#byPath.get(path.toLowerCase()),
    )
    this.#roots = roots
    const unpriced = new Set(this.#derived)
    for (const root of roots) for (const symbol of root.followers) unpriced.delete(symbol)
    for (const symbol of unpriced) this.#board.clear(symbol.id)
    for (const symbol of relinked) {
      // A new links thread finds the correct prices of the previous one.
      if (!isFirst) this.#board.clear(symbol.id)
      repriced.add(symbol)
    }
    for (const root of roots) {
      for (const symbol of root.followers) if (repriced.has(symbol)) this.#reprice(symbol)
    }
  }

  #reprice(symbol: QuotedSymbol): void {
    const source = symbol.source as QuotedSymbol
    const last = this.#board.last(source.id)
    if (last === undefined) {
      this.#board.clear(symbol.id)
      return
    }
    source.bid = last.bid
    source.ask = last.ask
    if (!symbol.takesFrom(source, last.at)) return
    const until = Math.min(last.usableUntil, symbol.usableUntil(last.at))
    this.#rewrite(symbol, symbol.bid, symbol.ask, last.at, until)
  }

  #replaceFeeds(ranked: readonly DatafeedRecord[]): void {
    const gone = new Set(this.#routes.keys())
    ranked.forEach((feed, rank) => {
      gone.delete(feed.id)
      let route = this.#routes.get(feed.id)
      if (route === undefined || !route.isOf(feed)) {
        const isOnline = route?.isOnline ?? false
        route?.clear()
        route = new FeedRoute(feed)
        for (const symbol of this.#symbols.values()) route.add(symbol)
        route.setOnline(isOnline)
        this.#routes.set(feed.id, route)
      }
      route.rank = rank
    })
    for (const id of gone) {
      this.#routes.get(id)?.clear()
      this.#routes.delete(id)
    }
  }
}

/** The levels up to the first that has an invalid price or is not worse than the one before it. */
function levelsOf(
  told: readonly DdeLevel[],
  translation: Translation,
  way: 1 | -1,
  lot: number | undefined,
): readonly DepthLevel[] {
  const levels: DepthLevel[] = []
  let best: number | undefined
  for (const { price, lots } of told) {
    const points = translatedPoints(price, translation)
    if (points === undefined) break
    best ??= points
    const distance = way * (points - best)
    if (levels.length > 0 && distance <= (levels.at(-1)?.distance ?? 0)) break
    levels.push({ distance, volume: lot === undefined ? volumeFromText(lots) : lotsOf(lots, lot) })
  }
  return levels
}

/** A size in lots, rounded, because it is only shown. */
function lotsOf(units: string, lot: number): number {
  const volume = Math.round((Number(units) / lot) * 10 ** VOLUME_DIGITS)
  return Number.isSafeInteger(volume) && volume > 0 ? volume : 0
}

/**
 * The names to subscribe to. Undefined subscribes to everything: if the masks select everything, no
 * name exists, or the names do not fit one line.
 */
export function symbolsToAsk(book: Book, feed: DatafeedRecord): readonly string[] | undefined {
  if (feed.symbols.at(-1) === '*') return undefined
  const names = [...sourceNames(feed, book.symbolsById.values())].filter(isSymbol)
  return names.length === 0 || filterLine(names) === undefined ? undefined : names
}

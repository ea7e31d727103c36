import type { Book } from '../engine/book.js'
import type { DatafeedRecord } from '../engine/config/datafeed.js'
import { lastMaskTakes } from '../engine/mask.js'
import { isMarket, isSymbol, pointsFromText } from '../wire/dde/codec.js'
import { BOARD_SYMBOLS_MAX, type PriceBoard } from './price-board.js'

/**
 * From a provider's quote to the board: which symbol it is, whether it is a market, and whose word
 * counts when several feeds quote the same symbol.
 *
 *   Q1. Nothing but a market (bid above zero, ask not below bid, in points of the symbol) is written.
 *   Q2. The first feed of the list that quotes a symbol has it; a later one takes over when the
 *       owner was silent on it for TAKEOVER_MS, and gives it back at the owner's next quote.
 *   Q3. A symbol that the book does not have, or a feed's masks do not take, is dropped.
 */
export const TAKEOVER_MS = 10_000

interface Slot {
  readonly id: number
  readonly digits: number
  /** Place in the list of the feed whose word counts. */
  ownerRank: number
  ownerAt: number
}

interface Route {
  readonly rank: number
  /** By the provider's name of the symbol. */
  readonly slots: ReadonlyMap<string, Slot>
}

export class Pricer {
  readonly #board: PriceBoard
  readonly #moved: () => void
  #routes: ReadonlyMap<number, Route> = new Map()
  #refused = 0

  /** `moved` is called only when the front has nothing waiting yet. */
  constructor(board: PriceBoard, moved: () => void) {
    this.#board = board
    this.#moved = moved
  }

  /** Quotes that were no market. */
  get refused(): number {
    return this.#refused
  }

  /** Symbols that the board has no room for are left out and answered. */
  replaceBook(book: Book, feeds: readonly DatafeedRecord[]): string[] {
    const slots = new Map<string, Slot>()
    const beyond: string[] = []
    for (const spec of book.symbolsById.values()) {
      if (spec.id < 1 || spec.id >= BOARD_SYMBOLS_MAX) beyond.push(spec.name)
      else {
        const slot = { id: spec.id, digits: spec.digits, ownerRank: feeds.length, ownerAt: 0 }
        slots.set(spec.name, slot)
      }
    }
    const routes = new Map<number, Route>()
    feeds.forEach((feed, rank) => {
      const taken = [...slots].filter(([name]) => lastMaskTakes(feed.symbols, name))
      routes.set(feed.id, { rank, slots: new Map(taken) })
    })
    this.#routes = routes
    return beyond
  }

  quote(feedId: number, symbol: string, bidText: string, askText: string, now: number): void {
    const route = this.#routes.get(feedId)
    const slot = route?.slots.get(symbol)
    if (route === undefined || slot === undefined) return
    const bid = pointsFromText(bidText, slot.digits)
    const ask = pointsFromText(askText, slot.digits)
    if (bid === undefined || ask === undefined || !isMarket(bid, ask)) {
      this.#refused++
      return
    }
    // The wall clock may be set back; a jump either way ends an ownership rather than freezing it.
    if (route.rank > slot.ownerRank && Math.abs(now - slot.ownerAt) < TAKEOVER_MS) return
    slot.ownerRank = route.rank
    slot.ownerAt = now
    if (this.#board.write(slot.id, bid, ask, now)) this.#moved()
  }
}

/**
 * The names to ask a provider for: undefined asks for everything, when its masks take everything or
 * nothing can be named.
 */
export function symbolsToAsk(book: Book, feed: DatafeedRecord): readonly string[] | undefined {
  if (feed.symbols.at(-1) === '*') return undefined
  const names = [...book.symbolsByName.keys()].filter(
    (name) => isSymbol(name) && lastMaskTakes(feed.symbols, name),
  )
  return names.length === 0 ? undefined : names
}

import type { DayFigures } from '../../actors/shared/price-board.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import { spreadDiffOf } from '../../engine/book/group-prices.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import { Connection } from './connection.js'

/**
 * The readers that hear of each symbol. A move is encoded once per codec, and once for all groups that see the same
 * spread, and leaves through the library's topics; readers that are behind are out of the topics until they
 * have caught up.
 *
 *   Q1. A reader that is behind has no quote queued for it: when it has read what was on its way it
 *       gets the newest quote of each symbol that it missed, once.
 *   Q2. `symbols` of a connection are exactly what it subscribed to; the topics it is in are those,
 *       or none while it is behind.
 *   Q3. A topic is of one symbol and of one difference that groups have there. Readers follow their account's
 *       group, and its rows.
 *   Q4. A reader's first quote of a symbol has the day's figures. Later ones have them when one of them is
 *       another than was told last, and that was at least `DAY_TOLD_MS` ago: a change that came sooner is told
 *       then, with the quote of that moment.
 */
export interface Topic {
  symbol: SymbolSpec
  /** The difference of the groups of its readers (engine/book/group-prices.ts). */
  readonly diff: number
  readonly names: Readonly<Record<SocketCodec, string>>
  /** Subscribers, those that are behind too. */
  readonly readers: Record<SocketCodec, number>
  /** The number of its last published quote. */
  published: number
  /** The number of the last one that had the day's figures, these figures, and when that was. */
  dayPublished: number
  day: DayFigures | null
  dayAt: number
  /** Readers at a rate of their own; they are in no topic of the library. */
  readonly paced: Set<PacedSymbol>
}

/** A symbol that its reader hears of at most once in `everyMs`. */
export interface PacedSymbol {
  readonly reader: QuoteReader
  readonly topic: Topic
  readonly everyMs: number
  /** When the next quote may be sent, on the monotonic clock. */
  dueAt: number
  /** The number of the topic's quote that it had last; -1 before its first. */
  heard: number
}

/** A live socket that may subscribe to symbols; the fields are those of `Quotes` where nobody else is named. */
export abstract class QuoteReader extends Connection {
  /** The topics that it is subscribed to without a rate, by symbol; null before the first. */
  symbols: Map<number, Topic> | null = null
  /** PacedQuotes: what it is subscribed to at a rate, by symbol; null before the first. */
  paced: Map<number, PacedSymbol> | null = null
  /** PacedQuotes: of these, those that moved since they were sent. */
  readonly pacedOwed = new Set<PacedSymbol>()
  /** PacedQuotes: nothing of these is due before this moment of the monotonic clock. */
  pacedDueAt = 0
  /** The reader is behind, so out of the topics. */
  isBehind = false
  /** The published quote up to which it misses none, while behind. */
  heardQuotes = 0
  /** Symbols of which it has had no quote yet, or not the day's figures: while behind. */
  unheard: Set<number> | null = null
  /** FanOut: the newest of the frames of which only the newest counts, while behind. */
  latest: Uint8Array | null = null
  /** Depths: the symbols whose depth it hears of; null before the first. */
  depths: Set<number> | null = null

  /** A message has been begun and not ended: nothing else may be sent now. */
  get isMidReply(): boolean {
    return false
  }

  /** The path of the group in whose prices it hears of a symbol; null for the prices as they are listed. */
  abstract groupFor(symbolId: number): string | null
}

/**
 * The news that traders hear of settings. Their sockets are in the topic of their account's group; a frame is
 * encoded once per codec for all the groups that see the same.
 *
 *   S1. Only what concerns the account: its group, the group's leverage profile, symbols, holidays and
 *       the server's settings. Feeds, gateways and routing are the house's own matter.
 *   S2. A symbol that changed is told whole, as its group trades it; one that is gone, and everything
 *       else, by kind and id.
 */
export interface GroupTopic {
  readonly path: string
  readonly names: Readonly<Record<SocketCodec, string>>
  readonly readers: Record<SocketCodec, number>
}

/** The difference of a symbol's spread for the group that the reader sees it as. */
export function readerSpread(book: Book, reader: QuoteReader, symbolId: number): number {
  if (!book.hasSpreads) return 0
  const groupPath = reader.groupFor(symbolId)
  return groupPath === null ? 0 : spreadDiffOf(book, { groupPath }, symbolId)
}

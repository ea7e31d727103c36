import type { DayFigures } from '../../actors/shared/price-board.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import { spreadDiffOf } from '../../engine/book/group-prices.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import { Connection } from './connection.js'

/**
 * Subscriptions to quotes. A quote is encoded once per codec and spread markup and is published
 * through the library's topics. Slow clients are taken out of their topics until they have caught
 * up.
 *
 * - Quotes are not queued for a slow client. When it has caught up, it gets the newest quote of
 *   each symbol that it missed, once.
 * - `symbols` of a connection are exactly its subscriptions. It is in the topics of these, or in
 *   none while it is slow.
 * - A topic is for one symbol and one spread markup. Subscribers follow their account's group and
 *   its settings.
 * Q4. The first quote of a symbol contains the day figures. Later quotes contain them if they have
 *     changed, at most once per `DAY_SENT_MS`; an earlier change is sent when that time has passed,
 *     with the quote of that moment.
 */
export interface Topic {
  symbol: SymbolSpec
  /** The spread markup of the subscribers' groups (engine/book/group-prices.ts). */
  readonly diff: number
  readonly names: Readonly<Record<SocketCodec, string>>
  /** The number of subscribers by codec, including slow subscribers. */
  readonly readers: Record<SocketCodec, number>
  published: number
  /** The number of the last quote with day figures, then these figures and their time. */
  dayPublished: number
  day: DayFigures | null
  dayAt: number
  /** Subscribers with a maximum rate, which are not in a topic of the library. */
  readonly paced: Set<PacedSymbol>
}

/** A symbol whose subscriber gets at most one quote within `everyMs`. */
export interface PacedSymbol {
  readonly reader: QuoteReader
  readonly topic: Topic
  readonly everyMs: number
  /** The time when the next quote may be sent, on the monotonic clock. */
  dueAt: number
  /** The number of the last quote that was sent; -1 before the first. */
  heard: number
}

/**
 * A WebSocket that can subscribe to symbols. `Quotes` uses the fields unless another class is
 * named.
 */
export abstract class QuoteReader extends Connection {
  /** Subscriptions without a maximum rate, by symbol; null before the first. */
  symbols: Map<number, Topic> | null = null
  /**
   * The subscriptions with a maximum rate, by symbol; null before the first. Used by PacedQuotes.
   */
  paced: Map<number, PacedSymbol> | null = null
  /** The subscriptions whose quote has changed since the last one sent. Used by PacedQuotes. */
  readonly pacedOwed = new Set<PacedSymbol>()
  /** No paced subscription is due before this time on the monotonic clock. Used by PacedQuotes. */
  pacedDueAt = 0
  /** Whether the client is slow and therefore out of the topics. */
  isBehind = false
  /** The number of the last published quote that a slow client did not miss. */
  heardQuotes = 0
  /** Symbols for which a slow client still lacks a quote or the day figures. */
  unheard: Set<number> | null = null
  /**
   * The newest frame for a slow client, of the kind of which only the newest matters. Used by
   * FanOut.
   */
  latest: Uint8Array | null = null
  /** Depths: symbols with a depth subscription; null before the first. */
  depths: Set<number> | null = null

  /**
   * True if a fragmented message was started and not finished, so that nothing else may be sent.
   */
  get isMidReply(): boolean {
    return false
  }

  /**
   * The path of the group whose prices the client gets for a symbol; null for prices without
   * markup.
   */
  abstract groupFor(symbolId: number): string | null
}

/**
 * Settings events for traders. Sockets are in the topic of their account's group. A frame is
 * encoded once per codec for all groups that see the same.
 *
 * - Only settings that concern the account: its group, the group's leverage profile, symbols,
 *   holidays and the server's settings. Datafeeds, gateways and routing are internal.
 * - A changed symbol is sent completely, as its group sees it. Deleted symbols and all other
 *   changes are sent as kind and id.
 */
export interface GroupTopic {
  readonly path: string
  readonly names: Readonly<Record<SocketCodec, string>>
  readonly readers: Record<SocketCodec, number>
}

/** The spread markup of a symbol for the subscriber's group. */
export function readerSpread(book: Book, reader: QuoteReader, symbolId: number): number {
  if (!book.hasSpreads) return 0
  const groupPath = reader.groupFor(symbolId)
  return groupPath === null ? 0 : spreadDiffOf(book, { groupPath }, symbolId)
}

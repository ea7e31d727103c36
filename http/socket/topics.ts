import type { SymbolSpec } from '../../engine/book/compiled.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'

/**
 * Who hears of which symbol. A move is encoded once per codec, and once for all groups that see the same
 * spread, and leaves through the library's topics; readers that are behind are out of the topics until they
 * have caught up.
 *
 *   Q1. A reader that is behind has no quote queued for it: when it has read what was on its way it
 *       gets the newest quote of each symbol that it missed, once.
 *   Q2. `symbols` of a connection are exactly what it subscribed to; the topics it is in are those,
 *       or none while it is behind.
 *   Q3. A topic is of one symbol and of one difference that groups have there. Readers follow their account's
 *       group, and its rows.
 */
export interface Topic {
  symbol: SymbolSpec
  /** Of the groups of its readers (engine/book/group-prices.ts). */
  readonly diff: number
  readonly names: Readonly<Record<SocketCodec, string>>
  /** Subscribers, those that are behind too. */
  readonly readers: Record<SocketCodec, number>
  /** The number of its last published quote. */
  published: number
}

/**
 * What traders hear of settings. Their sockets are in the topic of their account's group; a frame is
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

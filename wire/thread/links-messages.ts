import type { KnownPrice } from '../../engine/book/prices.js'
import type { BookRecords, ConfigChange } from '../../engine/config/book-records.js'
import type { ProviderSymbol, SeenName } from '../../engine/config/kinds/imported-symbol.js'
import type { FeedState } from '../../engine/config/records/datafeed.js'
import type { UnixMs } from '../../engine/units.js'
import type { LogLine, OpenedMessage } from './common-messages.js'
import type { FixReservation } from './fix-numbers.js'
import type { GatewayReport } from './gateway-report.js'
import type { RecordBatch } from './provider-records.js'

/** Messages to and from the links thread, and requests of the front to it. */

export type ToLinks =
  | { readonly type: 'config'; readonly change: ConfigChange }
  | { readonly type: 'book'; readonly records: BookRecords }
  | OpenedMessage
  /** Prices from before this run of the server, which are only indicative. */
  | { readonly type: 'known'; readonly prices: readonly KnownPrice[] }
  | { readonly type: 'stop' }

export type FromLinks =
  | { readonly type: 'ready' }
  /** A symbol on the price board has changed. Sent only once until the front has read the board. */
  | { readonly type: 'moved' }
  | { readonly type: 'feed'; readonly report: FeedReport }
  /** A journal line about symbols that lost or regained a usable price. */
  | { readonly type: 'prices'; readonly line: string }
  | { readonly type: 'gateway'; readonly report: GatewayReport }
  /** A line for the log of a datafeed's or gateway's connection. */
  | { readonly type: 'feed_line'; readonly id: number; readonly line: FeedLine }
  | { readonly type: 'gateway_line'; readonly id: number; readonly line: FeedLine }
  /** Sequence numbers that this node has reserved for a FIX session. */
  | { readonly type: 'fix_numbers'; readonly reserved: FixReservation }
  /** Records wait to be stored. Sent only once until all have been taken. */
  | { readonly type: 'records' }
  | LogLine

/** The state of a datafeed. Counters start with the links thread. */
export interface FeedReport {
  readonly id: number
  readonly state: FeedState
  readonly lastError: string
  readonly quotesPerSec: number
  /** The time of the last quote; 0 before the first. */
  readonly lastQuoteAt: UnixMs
  readonly bytesIn: number
  readonly bytesOut: number
}

/** A log line about a datafeed's connection. It never contains secrets. */
export interface FeedLine {
  readonly at: UnixMs
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

/** Requests of the front to the links thread. */
export interface LinksOperations {
  /** Closes the connection, or ends the wait for it, and reconnects at once. */
  'feed.restart': { readonly request: { readonly id: number }; readonly answer: null }
  /** The symbol names that the datafeed has quoted, up to a limit. */
  'feed.names': { readonly request: { readonly id: number }; readonly answer: readonly SeenName[] }
  /**
   * Takes the records that wait to be stored. `done` is the number of the last batch that the
   * receiver has stored.
   */
  'records.take': { readonly request: { readonly done: number }; readonly answer: RecordBatch }
  'gateway.restart': { readonly request: { readonly id: number }; readonly answer: null }
  /** The instruments that its provider lists, up to a limit. */
  'gateway.instruments': {
    readonly request: { readonly id: number }
    readonly answer: readonly ProviderSymbol[]
  }
}

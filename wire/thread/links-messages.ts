import type { KnownPrice } from '../../engine/book/prices.js'
import type { BookRecords, ConfigChange } from '../../engine/config/book-records.js'
import type { ProviderSymbol, SeenName } from '../../engine/config/kinds/imported-symbol.js'
import type { FeedState } from '../../engine/config/records/datafeed.js'
import type { UnixMs } from '../../engine/units.js'
import type { LogLine, OpenedMessage } from './common-messages.js'
import type { FixReserved } from './fix-numbers.js'
import type { GatewayReport } from './gateway-report.js'
import type { ProviderReport, ToGateway } from './provider-messages.js'
import type { RecordBatch } from './provider-records.js'

/** Messages to and from the links thread, and what the front asks it. */

export type ToLinks =
  | { readonly type: 'config'; readonly change: ConfigChange }
  | { readonly type: 'book'; readonly records: BookRecords }
  | OpenedMessage
  /** Prices from before this run, which nobody stands behind. */
  | { readonly type: 'known'; readonly prices: readonly KnownPrice[] }
  | { readonly type: 'to_gateway'; readonly message: ToGateway }
  /** A shard takes reports from now on; its predecessor may not have. */
  | { readonly type: 'shard_ready' }
  | { readonly type: 'stop' }

export type FromLinks =
  | { readonly type: 'ready' }
  /** Some symbol has moved on the board; sent once, then not until the front has looked. */
  | { readonly type: 'moved' }
  | { readonly type: 'feed'; readonly report: FeedReport }
  /** A journal line: which symbols have no usable price any more, or one again. */
  | { readonly type: 'prices'; readonly line: string }
  | { readonly type: 'gateway'; readonly report: GatewayReport }
  | { readonly type: 'provider_report'; readonly report: ProviderReport }
  /** A line for the log of a feed's or a gateway's connection. */
  | { readonly type: 'feed_line'; readonly id: number; readonly line: FeedLine }
  | { readonly type: 'gateway_line'; readonly id: number; readonly line: FeedLine }
  /** Numbers of a FIX session that this node keeps for itself. */
  | { readonly type: 'fix_numbers'; readonly reserved: FixReserved }
  /** Something waits to be kept: sent once until all of it was taken. */
  | { readonly type: 'records' }
  | LogLine

/** The state of a feed; the figures count from the start of the links thread. */
export interface FeedReport {
  readonly id: number
  readonly state: FeedState
  readonly lastError: string
  readonly quotesPerSec: number
  /** When the last quote came; 0 before the first. */
  readonly lastQuoteAt: UnixMs
  readonly bytesIn: number
  readonly bytesOut: number
}

/** A line about a feed's connection. Never holds a secret. */
export interface FeedLine {
  readonly at: UnixMs
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

/** The questions of the front to the links thread. */
export interface LinksOperations {
  /** Drops the connection or the wait for it, and dials at once. */
  'feed.restart': { readonly request: { readonly id: number }; readonly answer: null }
  /** The names that the feed has quoted, up to a bound. */
  'feed.names': { readonly request: { readonly id: number }; readonly answer: readonly SeenName[] }
  /** Takes the records that wait to be stored; `done` is the number of the last batch that is stored. */
  'records.take': { readonly request: { readonly done: number }; readonly answer: RecordBatch }
  'gateway.restart': { readonly request: { readonly id: number }; readonly answer: null }
  /** The instruments that its provider lists, up to a bound. */
  'gateway.instruments': {
    readonly request: { readonly id: number }
    readonly answer: readonly ProviderSymbol[]
  }
}

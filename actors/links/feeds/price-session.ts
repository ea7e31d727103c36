import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import type { OpenedDatafeed } from '../../../engine/config/records/datafeed.js'
import type { ProviderNews } from '../../../engine/names/news.js'
import type { DdeDepth } from '../../../wire/dde/depth.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import type { Outbound } from '../../thread/outbound.js'
import type { FixStores } from '../fix/fix-stores.js'

/**
 * One connection to a price provider in any protocol, from dialling to its end. A datafeed actor
 * opens one after the other; each protocol implements this interface.
 *
 *   - No callback is called before `open` has returned. `ended` is called once and last. After
 *     `close` no callback is called. `close` has no effect after the end.
 *   - Quotes arrive between `online` and the end, in the provider's order.
 *   - Passwords, tokens and keys are never part of a reason or a log line.
 */
export interface PriceSession {
  readonly bytesIn: number
  readonly bytesOut: number
  /** Subscribes to the names of new settings on the open connection. */
  renew(settings: FeedSettings): void
  close(why: string): void
}

export interface PriceSessionSink {
  online(): void
  /** `now` is the server's wall time, read once for all quotes that arrived together. */
  quote(symbol: string, bid: string, ask: string, now: number): void
  depth(depth: ProviderDepth, now: number): void
  /** Passes a news item on; after `taken` is called, the provider need not repeat it. */
  news(news: ProviderNews, taken: () => void): void
  listed(symbols: readonly ProviderSymbol[]): void
  /**
   * Writes a line to the log; the connection continues. With `isAmiss` the line also becomes the
   * last error.
   */
  said(line: string, isAmiss: boolean): void
  /** Called when the session has ended; `code` is only for the server's own log. */
  ended(why: string, code?: string): void
}

export interface PriceSessionTools {
  readonly clock: Clock
  readonly log: Logger
  /** Checks every address before it is dialled. */
  readonly outbound: Outbound
  /** Stores the sequence numbers of FIX sessions. */
  readonly stores: FixStores
}

/** Opens a price session; returns the reason instead if the record cannot be dialled. */
export type OpenPriceSession = (
  settings: FeedSettings,
  tools: PriceSessionTools,
  sink: PriceSessionSink,
) => PriceSession | string

/** A provider's market depth, and whether its sizes count units or lots. */
export interface ProviderDepth extends DdeDepth {
  readonly counts?: 'units' | 'lots'
}

/** A record with the names that its masks select; without names the provider sends everything. */
export interface FeedSettings {
  readonly record: OpenedDatafeed
  readonly symbols: readonly string[] | undefined
  /** The provider's names of everything that the feed may quote; undefined for all. */
  readonly names?: readonly string[]
  /** True for the built-in provider, whose address no record can contain. */
  readonly isBuiltIn?: boolean
}

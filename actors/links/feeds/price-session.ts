import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import type { OpenedDatafeed } from '../../../engine/config/records/datafeed.js'
import type { ProviderNews } from '../../../engine/names/news.js'
import type { DdeDepth } from '../../../wire/dde/depth.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import type { Outbound } from '../../thread/outbound.js'
import type { FixStores } from '../fix/fix-stores.js'

/**
 * One connection to a price provider, whatever it speaks, from dialling to its end. A datafeed actor opens one
 * after the other and drives it; a protocol is hung on here.
 *
 *   S1. Nothing is called before `open` has returned. `ended` is called once, and nothing after it; after `close`
 *       nothing is. `close` is harmless when it has ended.
 *   S2. Quotes come between `online` and the end, in the provider's order.
 *   S3. Neither password nor token nor key is ever part of a reason or a line.
 */
export interface PriceSession {
  readonly bytesIn: number
  readonly bytesOut: number
  /** Asks for what the settings name now, on the connection that stands. */
  renew(settings: FeedSettings): void
  close(why: string): void
}

export interface PriceSessionSink {
  online(): void
  /** `now` is the server's wall time, read once for all quotes that came together. */
  quote(symbol: string, bid: string, ask: string, now: number): void
  depth(depth: ProviderDepth, now: number): void
  /** Hands on a news item; once `taken` is called it need not come again. */
  news(news: ProviderNews, taken: () => void): void
  /** A part of the provider's list of what it trades. */
  listed(symbols: readonly ProviderSymbol[]): void
  /** A line for the log; the connection goes on. `isAmiss` is shown as its last error, too. */
  said(line: string, isAmiss: boolean): void
  /** Called when the session has ended; `code` is for the server's own log. */
  ended(why: string, code?: string): void
}

export interface PriceSessionTools {
  readonly clock: Clock
  readonly log: Logger
  /** Every address that it dials goes through this. */
  readonly outbound: Outbound
  /** The stores of the numbers of FIX sessions. */
  readonly stores: FixStores
}

/** Opens a price session; answers the reason instead where the record cannot be dialled as it is. */
export type OpenPriceSession = (
  settings: FeedSettings,
  tools: PriceSessionTools,
  sink: PriceSessionSink,
) => PriceSession | string

/** A provider's depth, and whether its sizes count units or lots. */
export interface ProviderDepth extends DdeDepth {
  readonly counts?: 'units' | 'lots'
}

/** A record with the names its masks ask for; without names the provider sends everything. */
export interface FeedSettings {
  readonly record: OpenedDatafeed
  readonly symbols: readonly string[] | undefined
  /** The provider's names of everything that the feed may quote. */
  readonly names?: readonly string[]
  /** The provider of this server itself, whose address no record can name. */
  readonly isBuiltIn?: boolean
}

import type { Login, UnixMs } from '../../engine/units.js'
import type { ProviderState } from './provider-messages.js'

/**
 * Messages from the links thread about provider data to store. The receiver takes them in batches,
 * one after the other (actors/links/waiting-records.ts).
 */

/**
 * Kinds of transactions. Sent to the provider: `order`, `change` (of a pending order), `cancel` and
 * `status` (a query); `unsent` is an order that could not be sent. Received: `execution`, `reject`,
 * `bust` and `correct` (a cancelled or corrected trade), and `report` for all other reports about
 * an order.
 */
export const SENT_KINDS = ['order', 'change', 'cancel', 'status', 'unsent'] as const
export const HEARD_KINDS = ['execution', 'report', 'reject', 'bust', 'correct'] as const
export const TRANSACTION_KINDS = [...SENT_KINDS, ...HEARD_KINDS] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** A message to or from a provider about an order. Numbers are exact text; empty if missing. */
export interface GatewayTransaction {
  readonly gateway: number
  readonly at: UnixMs
  readonly kind: TransactionKind
  /** The order's state according to the provider; empty for sent messages. */
  readonly state: Exclude<ProviderState, 'unsent' | 'full'> | ''
  readonly login: Login
  readonly orderId: number
  readonly sentId: string
  /** Our name of the symbol and the provider's name. */
  readonly symbol: string
  readonly source: string
  readonly side: 'buy' | 'sell'
  /** The volume in lots and our price, of the order or of the trade. */
  readonly volume: string
  readonly price: string
  /** The same values as the provider sent them. */
  readonly quantity: string
  readonly providerPrice: string
  /** The filled volume of the order in lots and its average price, according to the provider. */
  readonly total: string
  readonly average: string
  /**
   * The provider's ids of order and trade. For a bust or correction, the id of the trade concerned.
   */
  readonly externalId: string
  readonly execution: string
  readonly text: string
}

/** A news item of a datafeed in the form for storing: plain text of limited length. */
export interface FeedNews {
  readonly feed: number
  /** Identifies the news item of this datafeed, whichever connection it arrived on. */
  readonly key: string
  /** The provider's time of the item, and when it arrived. */
  readonly at: UnixMs
  readonly receivedAt: UnixMs
  readonly headline: string
  readonly text: string
  /** Whether the text was shortened to the maximum length. */
  readonly isCut: boolean
}

/** A stored news item without its text. */
export interface KeptNews extends Omit<FeedNews, 'key' | 'text'> {
  readonly id: number
}

/** The waiting records, up to a limit. An empty batch has `number` 0. */
export interface RecordBatch {
  /** The links thread that created it: batch numbers restart with each thread. */
  readonly run: string
  readonly number: number
  /**
   * `GatewayTransaction`s as JSON: passing on one text takes the front a tenth of the time that a
   * thousand objects would.
   */
  readonly transactions: string
  readonly transactionCount: number
  /**
   * The number of transactions of each gateway that were dropped since the start of the thread,
   * because too many waited.
   */
  readonly transactionsDropped: readonly (readonly [gateway: number, count: number])[]
  readonly news: readonly FeedNews[]
  readonly newsDropped: readonly (readonly [feed: number, count: number])[]
}

import type { Login, UnixMs } from '../../engine/units.js'
import type { ProviderState } from './provider-messages.js'

/**
 * The words of the links thread to those who keep what providers said: it goes in batches, which are asked for one
 * after the other (actors/links/waiting-records.ts).
 */

/**
 * The kind of a transaction. To the provider go `order`, `change` (of one that rests there), `cancel` and `status` (how does it stand?); `unsent` is an
 * order that could not be sent. From it come `execution`, `reject`, `bust` and `correct` (a trade taken back, or put
 * right), and `report`: whatever else it says of how an order stands.
 */
export const SENT_KINDS = ['order', 'change', 'cancel', 'status', 'unsent'] as const
export const HEARD_KINDS = ['execution', 'report', 'reject', 'bust', 'correct'] as const
export const TRANSACTION_KINDS = [...SENT_KINDS, ...HEARD_KINDS] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** A message to or from a provider about an order. Numbers are exact texts, empty where there is none. */
export interface GatewayTransaction {
  readonly gateway: number
  readonly at: UnixMs
  readonly kind: TransactionKind
  /** The state of the order as the provider says; empty for what goes to it. */
  readonly state: Exclude<ProviderState, 'unsent' | 'full'> | ''
  readonly login: Login
  readonly orderId: number
  /** The id under which the provider knows the order. */
  readonly sentId: string
  /** Our symbol and the provider's. */
  readonly symbol: string
  readonly source: string
  readonly side: 'buy' | 'sell'
  /** Lots, and our price: of the order, or of the trade. */
  readonly volume: string
  readonly price: string
  /** The same in the provider's own numbers. */
  readonly quantity: string
  readonly providerPrice: string
  /** The traded part of the order in lots, and its average price, as the provider counts. */
  readonly total: string
  readonly average: string
  /** The provider's own ids of the order and of the trade; of a bust or a correction that of the trade that is meant. */
  readonly externalId: string
  readonly execution: string
  readonly text: string
}

/** News of a datafeed, as they are kept: plain text, bounded. */
export interface FeedNews {
  readonly feed: number
  /** The same for the same news of a feed, whatever connection brings them. */
  readonly key: string
  /** When the provider says that they were made, and when they came. */
  readonly at: UnixMs
  readonly receivedAt: UnixMs
  readonly headline: string
  readonly text: string
  /** The text was longer. */
  readonly isCut: boolean
}

/** News that are kept, without their text. */
export interface KeptNews extends Omit<FeedNews, 'key' | 'text'> {
  readonly id: number
}

/** Everything that waited, up to a bound. `number` 0 is an empty one. */
export interface RecordBatch {
  /** The thread that made it: numbers begin anew with each. */
  readonly run: string
  readonly number: number
  /** `GatewayTransaction`s as JSON: one text costs the front, which hands it on, a tenth of a thousand objects. */
  readonly transactions: string
  readonly transactionCount: number
  /** Transactions of each gateway that were left out, since too many waited, from the start of the thread on. */
  readonly transactionsDropped: readonly (readonly [gateway: number, count: number])[]
  readonly news: readonly FeedNews[]
  readonly newsDropped: readonly (readonly [feed: number, count: number])[]
}

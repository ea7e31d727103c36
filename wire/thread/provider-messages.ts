import type { Filling, PendingOrderKind } from '../../engine/account/event.js'
import type { ProviderTimes } from '../../engine/account/rules/order-way.js'
import type { Login, PricePts, Side, UnixMs, VolumeUnits } from '../../engine/units.js'

/** Messages between a shard and the gateway of an order that is at a provider. */

/** An order as its provider is to be told of it; prices are points of the symbol, with our markups. */
export interface ProviderOrder {
  /** Id by which the provider knows it, and no other one: see `providerOrderId`. */
  readonly id: string
  readonly symbol_id: number
  readonly side: Side
  readonly volume: VolumeUnits
  /** The worst price at which it may fill; 0 is none. */
  readonly limit: PricePts
  readonly filling: Exclude<Filling, ''>
  /** The terms by which it rests at its provider; left out where it is to be filled now. */
  readonly rest?: RestTerms
  /** The id by which the provider knows it until it has the terms of this one. */
  readonly replaces?: string
}

export interface RestTerms {
  readonly kind: PendingOrderKind
  readonly price: PricePts
  /** For a stop limit, the price at which its limit begins to rest; else 0. */
  readonly trigger: PricePts
  /** 0 is until it is cancelled. */
  readonly expires_at: UnixMs
}

export type ToGateway =
  /**
   * `change`: it is to have the terms of this order, whose `replaces` it has now. `ask`: how does it stand there?
   * `forget`: it was given up.
   */
  | {
      readonly what: 'place' | 'change' | 'cancel' | 'ask' | 'forget'
      readonly gateway: number
      readonly order: ProviderOrder
    }
  /** The report of that number is in the books: it need not come again. */
  | { readonly what: 'taken'; readonly gateway: number; readonly report: number }

/**
 * The state of an order at its provider. `working`: more may come of it. `unknown`: the provider has no such
 * order. `unsent` and `full`: it was not sent, since there is no connection, or no room. `undone`: a trade
 * that was reported before is taken back or corrected. `pending`: it was received and is not accepted yet. `kept`: what
 * was asked of an order that rests was refused, and it stands as it did.
 */
export type ProviderState =
  | 'working'
  | 'filled'
  | 'pending'
  | 'kept'
  | 'cancelled'
  | 'expired'
  | 'rejected'
  | 'unknown'
  | 'unsent'
  | 'full'
  | 'undone'

/** Whether more may come of an order of which that was said. */
export function mayGoOn(state: ProviderState): boolean {
  return GOING_ON.has(state)
}

const GOING_ON: ReadonlySet<ProviderState> = new Set(['working', 'pending', 'kept', 'undone'])

export interface ProviderReport {
  readonly gateway: number
  /** The number under which its receipt is confirmed; 0 where nobody waits for that. */
  readonly number: number
  readonly order: string
  readonly state: ProviderState
  /** The provider's own id of the order; empty where it did not say. */
  readonly external_id: string
  /** The trade that this report tells of. A price of 0 is one that could not be read. */
  readonly execution: {
    readonly id: string
    readonly volume: VolumeUnits
    readonly price: PricePts
  } | null
  /** For `undone`: the trade that is meant, and its volume and price from now on; both 0 for one taken back. */
  readonly undoes?: {
    readonly execution: string
    readonly volume: VolumeUnits
    readonly price: PricePts
  }
  /** Volume that was traded of the order in all, as the provider counts. */
  readonly total: VolumeUnits
  /** The average price of all of it; 0 where the provider did not say. */
  readonly average: PricePts
  /** The same in points with all its decimals, where it is no whole number of them: what is missing is found by this. */
  readonly average_exact?: string
  readonly text: string
  /** As far as they are known by this report; left out of orders that are not timed. */
  readonly times?: ProviderTimes
  /** The figures as the provider said them, where the gateway does not know of which symbol they are: all above are 0. */
  readonly unread?: SaidFigures
}

/** The figures of a report in its provider's words. */
export interface SaidFigures {
  /** The provider's name of the symbol. */
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly execution: SaidTrade | null
  readonly total: string
  readonly average: string
  readonly undoes?: {
    readonly execution: string
    readonly quantity: string
    readonly price: string
  }
}

export interface SaidTrade {
  readonly id: string
  readonly quantity: string
  readonly price: string
}

/** An attempt at an order: `attempt` is the version of its row when it was sent. */
export interface SentId {
  readonly login: Login
  readonly orderId: number
  readonly attempt: number
}

export function providerOrderId({ login, orderId, attempt }: SentId): string {
  return `${login}-${orderId}-${attempt}`
}

/** Undefined where it is none of ours. */
export function sentIdOf(text: string): SentId | undefined {
  const parts = /^([1-9]\d{0,15})-([1-9]\d{0,15})-([1-9]\d{0,8})$/.exec(text)
  if (parts === null) return undefined
  const [login, orderId, attempt] = parts.slice(1).map(Number) as [number, number, number]
  return { login, orderId, attempt }
}

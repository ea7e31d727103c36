import type { Filling, PendingOrderKind } from '../../engine/account/event.js'
import type { ProviderTimes } from '../../engine/account/rules/order-way.js'
import type { Login, PricePts, Side, UnixMs, VolumeUnits } from '../../engine/units.js'
import type { GatewayOnline } from './common-messages.js'

/** Messages between a shard and a gateway about an order at a provider. */

/** An order for a provider. Prices are points of the symbol, with our markups. */
export interface ProviderOrder {
  /** The unique id of the order at the provider; see `providerOrderId`. */
  readonly id: string
  readonly symbol_id: number
  readonly side: Side
  readonly volume: VolumeUnits
  /** The worst acceptable price; 0 means none. */
  readonly limit: PricePts
  readonly filling: Exclude<Filling, ''>
  /** The terms of a pending order; omitted for an order to fill at once. */
  readonly rest?: RestTerms
  /** The order's id at the provider until the change to these terms is accepted. */
  readonly replaces?: string
}

export interface RestTerms {
  readonly kind: PendingOrderKind
  readonly price: PricePts
  /** The trigger price of a stop limit order; otherwise 0. */
  readonly trigger: PricePts
  /** The expiry time. 0 means that the order stays until it is cancelled. */
  readonly expires_at: UnixMs
}

export type ToGateway =
  /**
   * `change` replaces the order with the id in `replaces`. `ask` queries an order's state. `forget`
   * gives the order up.
   */
  | {
      readonly what: 'place' | 'change' | 'cancel' | 'ask' | 'forget'
      readonly gateway: number
      readonly order: ProviderOrder
    }
  /** The report with this number is stored, so the gateway need not send it again. */
  | { readonly what: 'taken'; readonly gateway: number; readonly report: number }

/** The messages of one turn of a shard to the gateways. */
export interface TurnToGateways {
  readonly messages: readonly ToGateway[]
  /** How many reports the shard has read since the last such message. */
  readonly read: number
}

/** A message of the gateways to a shard. */
export type FromGateways =
  | { readonly type: 'gateways'; readonly online: readonly GatewayOnline[] }
  /**
   * `at` is when the reports arrived, on the monotonic clock of all threads; 0 for reports that no
   * provider sent.
   */
  | { readonly type: 'reports'; readonly at: number; readonly reports: readonly ProviderReport[] }

/**
 * The state of an order at its provider. `working`: active, more reports may follow. `pending`:
 * received but not accepted yet. `unknown`: the provider has no such order. `unsent` and `full`:
 * not sent, because there is no connection or no capacity. `undone`: a reported trade was cancelled
 * or corrected. `kept`: a request to change a pending order was refused, and the order is
 * unchanged.
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

/** Whether further reports about the order may follow. */
export function mayGoOn(state: ProviderState): boolean {
  return GOING_ON.has(state)
}

const GOING_ON: ReadonlySet<ProviderState> = new Set(['working', 'pending', 'kept', 'undone'])

export interface ProviderReport {
  readonly gateway: number
  /** The number for confirming the report; 0 if it needs no confirmation. */
  readonly number: number
  readonly order: string
  readonly state: ProviderState
  /** The provider's id of the order; empty if unknown. */
  readonly external_id: string
  /** The trade in this report. A price of 0 means that it could not be read. */
  readonly execution: {
    readonly id: string
    readonly volume: VolumeUnits
    readonly price: PricePts
  } | null
  /**
   * The trade that an `undone` report concerns, with its new volume and price; both are 0 if it was
   * cancelled.
   */
  readonly undoes?: {
    readonly execution: string
    readonly volume: VolumeUnits
    readonly price: PricePts
  }
  /** The total filled volume of the order, according to the provider. */
  readonly total: VolumeUnits
  /** The average fill price; 0 if the provider did not report it. */
  readonly average: PricePts
  /**
   * The average in points with all decimals, if it is not an integer. Missing trades are computed
   * from it.
   */
  readonly average_exact?: string
  readonly text: string
  /** The known times; omitted for orders without profiling. */
  readonly times?: ProviderTimes
  /**
   * The provider's own values, if the symbol is unknown to the gateway. All other figures are then
   * 0.
   */
  readonly unread?: SaidFigures
}

/** The figures of a report as the provider sent them. */
export interface SaidFigures {
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

/** An attempt to send an order: `attempt` is the version of its row at that time. */
export interface SentId {
  readonly login: Login
  readonly orderId: number
  readonly attempt: number
}

export function providerOrderId({ login, orderId, attempt }: SentId): string {
  return `${login}-${orderId}-${attempt}`
}

/** Parses an order's id at a provider; undefined if this server did not create it. */
export function sentIdOf(text: string): SentId | undefined {
  const parts = /^([1-9]\d{0,15})-([1-9]\d{0,15})-([1-9]\d{0,8})$/.exec(text)
  if (parts === null) return undefined
  const [login, orderId, attempt] = parts.slice(1).map(Number) as [number, number, number]
  return { login, orderId, attempt }
}

import type { Book, SymbolSpec } from '../book/compiled.js'
import type { Dealers } from '../book/dealers.js'
import type { GatewaysOnline } from '../book/gateways-online.js'
import type { Prices } from '../book/prices.js'
import { isRefusal, type Refusal } from '../code.js'
import { because } from '../reasons/reasons.js'
import type { Login, PricePts, Side, UnixMs, VolumeUnits } from '../units.js'
import type { AccountEvent, OrderKind } from './event.js'
import type { Offers } from './rules/offers.js'

/**
 * Everything that a decision may read besides the account. `decide` changes nothing: it returns the
 * events that `apply` will apply, or the refusal. The order of the checks is part of the contract.
 */
export interface DecisionContext {
  readonly book: Book
  readonly prices: Prices
  readonly now: UnixMs
  /** The clock's time if it was set back behind `now`; ages by the clock are computed from it. */
  readonly clockAt?: UnixMs
  readonly offers: Pick<Offers, 'find' | 'make' | 'take'>
  /** The dealers who can receive requests; no dealers if undefined. */
  readonly dealers?: Dealers
  /** The gateways that can receive orders; no gateways if undefined. */
  readonly gateways?: Pick<GatewaysOnline, 'has'>
  /** The answer to a request that has waited. It decides the request. */
  readonly answer?: RouteAnswer
  /** True once the request has waited: rules that cause a delay count as passed. */
  readonly isDelayed?: boolean
  nextOrderId(): number
  nextDealId(): number
}

/** Events of an accepted request; the first one is the row for its answer. */
export type AccountEvents = readonly AccountEvent[]

/** Describes a wait that a routing rule causes. */
export interface Wait {
  readonly by: 'delay' | 'dealer' | 'online_dealers' | 'gateway'
  readonly ruleId: number
  /**
   * Dealer logins in the order in which they get the offer; empty for `online_dealers`: any dealer
   * may answer.
   */
  readonly dealers: readonly number[]
  /** The id of the gateway for `gateway`; otherwise 0. */
  readonly gatewayId: number
  readonly delayMs: number
  readonly clearsStops: boolean
  readonly symbol: SymbolSpec
  readonly side: Side
  readonly orderKind: OrderKind
  readonly volume: VolumeUnits
}

/** The outcome of a request that is not decided yet. */
export interface WaitOutcome {
  readonly wait: Wait
}

/** The result of deciding a request: its events, its refusal, or its wait. */
export type Decision = AccountEvents | Refusal | WaitOutcome

/** True if the request has waited before, for a rule's delay or for an answer. */
export function hasWaited({
  answer,
  isDelayed,
}: Pick<DecisionContext, 'answer' | 'isDelayed'>): boolean {
  return answer !== undefined || isDelayed === true
}

export function isWaiting(one: object): one is WaitOutcome {
  return 'wait' in one
}

/** True if the request was refused or has to wait. */
export function isHeldUp(one: object): one is Refusal | WaitOutcome {
  return isRefusal(one) || 'wait' in one
}

/** The refusal for callers that cannot let a request wait. */
export const CANNOT_WAIT = because('trade.no_connection.no_wait')

/** The answer that ended a wait. It replaces a second evaluation of the routing rules. */
export interface RouteAnswer {
  /** The price that a dealer gave; undefined for the market price. */
  readonly price?: PricePts
  /** Login of the dealer who answered. */
  readonly dealer?: Login
  readonly clearsStops: boolean
  /** The rule by which the request waited. */
  readonly ruleId: number
}

export const NO_IDS = { nextOrderId: () => 0, nextDealId: () => 0 }

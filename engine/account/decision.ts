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
 * Everything that a decision may read besides the account. `decide` changes nothing: it answers the events that
 * `apply` will fold in, or the refusal. The order of the checks is part of the contract.
 */
export interface DecisionContext {
  readonly book: Book
  readonly prices: Prices
  readonly now: UnixMs
  /** The clock's time where it was set back behind `now`; ages that go by the clock are counted from it. */
  readonly clockAt?: UnixMs
  readonly offers: Pick<Offers, 'find' | 'make' | 'take'>
  /** The dealers who may be asked; nobody is there when it is left out. */
  readonly dealers?: Dealers
  /** The gateways that can be sent an order; none when it is left out. */
  readonly gateways?: Pick<GatewaysOnline, 'has'>
  /** The answer to a request that has waited: it goes through as the answer says. */
  readonly answer?: RouteAnswer
  /** Rules that delay are passed: the request has waited for them. */
  readonly isDelayed?: boolean
  nextOrderId(): number
  nextDealId(): number
}

/** Events of an accepted request, the row that it is answered with first. */
export type AccountEvents = readonly AccountEvent[]

/** Reason why a routing rule makes a request wait. */
export interface Wait {
  readonly by: 'delay' | 'dealer' | 'online_dealers' | 'gateway'
  /** The id of the rule that decided. */
  readonly ruleId: number
  /** Dealer logins in the order of the offer; of `online_dealers` none, since everybody may. */
  readonly dealers: readonly number[]
  /** The id of the gateway that is asked by `gateway`; else 0. */
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

/** The answer to a request: what it does, why it does nothing, or what it has to wait for. */
export type Decision = AccountEvents | Refusal | WaitOutcome

/** It is decided anew, after a rule's delay or by an answer. */
export function hasWaited({
  answer,
  isDelayed,
}: Pick<DecisionContext, 'answer' | 'isDelayed'>): boolean {
  return answer !== undefined || isDelayed === true
}

export function isWaiting(one: object): one is WaitOutcome {
  return 'wait' in one
}

/** The request goes no further for now. */
export function isHeldUp(one: object): one is Refusal | WaitOutcome {
  return isRefusal(one) || 'wait' in one
}

/** The answer of whoever cannot let a request wait. */
export const CANNOT_WAIT = because('trade.no_connection.no_wait')

/** The answer that ended a wait. With it the routing rules are not walked again. */
export interface RouteAnswer {
  /** The price that a dealer gave; undefined is the market's. */
  readonly price?: PricePts
  /** Login of the dealer who answered. */
  readonly dealer?: Login
  readonly clearsStops: boolean
  /** The rule by which it was asked. */
  readonly ruleId: number
}

export const NO_IDS = { nextOrderId: () => 0, nextDealId: () => 0 }

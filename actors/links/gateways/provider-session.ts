import type { PendingOrderKind } from '../../../engine/account/event.js'
import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import type { UnixMs } from '../../../engine/units.js'
import type { ProviderState } from '../../../wire/thread/provider-messages.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import type { Outbound } from '../../thread/outbound.js'
import type { MessageTraffic } from '../message-traffic.js'

/**
 * One connection to a liquidity provider in any protocol, from dialling (or waiting for the
 * provider to dial) to its end. A gateway actor opens one after the other; each protocol implements
 * this interface.
 *
 *   - No callback is called before `open` has returned. `ended` is called once and last. After
 *     `close` no callback is called. `close` has no effect after the end.
 *   - Orders may be placed between `online` and the end. A placed order is never sent a second
 *     time, however the connection ended; its state must be queried.
 *   - Reports arrive in the provider's order. Each has a mark, which the session chooses. Until
 *     `taken` is called with it, this server may lose the report, so the next session must bring it
 *     again if the provider can. A FIX session counts the message as received from then on.
 *   - Reports may be repeated: an execution is identified by its id and its order.
 */
export interface ProviderSession {
  readonly figures: SessionFigures
  /** The instruments that the provider has listed; undefined if its protocol has no lists. */
  readonly instruments?: readonly ProviderSymbol[]
  place(order: SessionOrder): void
  /**
   * Changes the terms of a resting order, under this order's id; a refusal is reported as `kept`
   * for that id.
   */
  change(order: SessionOrder): void
  cancel(order: SessionOrder): void
  /**
   * Queries the state of an order; the answer is a report, `unknown` if the provider does not have
   * it.
   */
  ask(order: SessionOrder): void
  taken(mark: number): void
  close(why: string): void
}

export type OpenSession = (options: SessionOptions) => ProviderSession

export interface SessionOptions {
  readonly gateway: OpenedGateway
  readonly clock: Clock
  readonly log: Logger
  /** Checks every address before it is dialled. */
  readonly outbound: Outbound
  /** Called with the type of every message, if the protocol has types. */
  readonly traffic?: MessageTraffic
  /** Called when the provider has accepted the logon. */
  online(): void
  report(report: SessionReport, mark: number): void
  ended(why: string): void
}

export interface SessionFigures {
  readonly bytesIn: number
  readonly bytesOut: number
  readonly seqIn: number
  readonly seqOut: number
  /** The number of instruments that the provider has listed; 0 if its protocol has no lists. */
  readonly instruments: number
}

/** An order for the provider: all texts are in the provider's notation. */
export interface SessionOrder {
  readonly id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: string
  /** The limit price; empty for a market order. */
  readonly limit: string
  /** `day`: volume that is not filled at once stays there until it is cancelled. */
  readonly timeInForce: 'fok' | 'ioc' | 'day'
  /** The terms of a resting order; undefined to fill the order at once. */
  readonly rest?: SessionRest
  /** The id under which the provider knows the order until it has accepted these terms. */
  readonly replaces?: string
}

export interface SessionRest {
  readonly kind: PendingOrderKind
  /** The limit price; for a stop limit, the price of its limit. */
  readonly price: string
  /** The price at which a stop starts to fill, or a stop limit becomes a limit; otherwise empty. */
  readonly trigger: string
  /** The time when the order expires; 0 if it never does. */
  readonly expiresAt: UnixMs
}

export interface SessionReport {
  readonly order: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly state: Exclude<ProviderState, 'unsent' | 'full'>
  readonly externalId: string
  readonly execution: {
    readonly id: string
    readonly quantity: string
    readonly price: string
  } | null
  /** The corrected execution of an `undone` report. Its quantity is 0 if it was cancelled. */
  readonly undoes?: {
    readonly execution: string
    readonly quantity: string
    readonly price: string
  }
  /**
   * The quantity of all executions of the order, and their average price; empty if the provider
   * does not report them.
   */
  readonly total: string
  readonly average: string
  readonly text: string
}

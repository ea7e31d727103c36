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
 * One connection to a liquidity provider, whatever it speaks: from dialling, or waiting to be dialled, to
 * its end. A gateway actor opens one after the other and drives it; a protocol is hung on here.
 *
 *   S1. Nothing is called before `open` has returned. `ended` is called once, and nothing after it; after
 *       `close` nothing is. `close` is harmless when it has ended.
 *   S2. Between `online` and the end orders may be placed. What was placed is never sent a second time by
 *       itself, however the connection ended: what came of it is asked for.
 *   S3. Reports come in the provider's order. Each has a mark, which the session chooses; until `taken`
 *       names it the report may be lost by this server, so the next session has to bring it again if the
 *       provider can (a FIX session counts the message as received from then on).
 *   S4. It may repeat itself: an execution is known by its name and its order.
 */
export interface ProviderSession {
  readonly figures: SessionFigures
  /** The instruments that the provider has told of; absent where its protocol does not. */
  readonly instruments?: readonly ProviderSymbol[]
  place(order: SessionOrder): void
  /** Gives an order that rests other terms, and this order's id; a refusal is told as `kept` of that id. */
  change(order: SessionOrder): void
  cancel(order: SessionOrder): void
  /** Asks how an order stands; the answer is a report, `unknown` where the provider has no such order. */
  ask(order: SessionOrder): void
  taken(mark: number): void
  close(why: string): void
}

export type OpenSession = (options: SessionOptions) => ProviderSession

export interface SessionOptions {
  readonly gateway: OpenedGateway
  readonly clock: Clock
  readonly log: Logger
  /** Every address that it dials goes through this. */
  readonly outbound: Outbound
  /** Hears the type of every message, where the protocol has types. */
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
  /** The number of instruments that the provider has told of; 0 where it does not. */
  readonly instruments: number
}

/** An order in the provider's words: all texts are as the provider writes them. */
export interface SessionOrder {
  readonly id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: string
  /** The limit price; empty for an order at the market. */
  readonly limit: string
  /** `day`: what is not filled at once stays there until it is cancelled. */
  readonly timeInForce: 'fok' | 'ioc' | 'day'
  /** The terms of a resting order; left out where the order is to be filled now. */
  readonly rest?: SessionRest
  /** The id that the provider knows the order by until it has taken these terms. */
  readonly replaces?: string
}

export interface SessionRest {
  readonly kind: PendingOrderKind
  /** The limit price; of a stop limit, that of its limit. */
  readonly price: string
  /** The price at which a stop begins to fill, or the limit of a stop limit to rest; else empty. */
  readonly trigger: string
  /** When the order expires; 0 lets it rest until it is cancelled. */
  readonly expiresAt: UnixMs
}

export interface SessionReport {
  readonly order: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly state: Exclude<ProviderState, 'unsent' | 'full'>
  /** The provider's own name of the order. */
  readonly externalId: string
  readonly execution: {
    readonly id: string
    readonly quantity: string
    readonly price: string
  } | null
  /** The execution that an `undone` report is about, as it stands now; quantity 0 means that it was taken back. */
  readonly undoes?: {
    readonly execution: string
    readonly quantity: string
    readonly price: string
  }
  /**
   * The quantity of all executions of the order, and their average price; empty where the provider does not tell it.
   */
  readonly total: string
  readonly average: string
  readonly text: string
}

import {
  mayGoOn,
  type ProviderOrder,
  type ProviderReport,
  type ToGateway,
} from '../../../wire/thread/provider-messages.js'
import type { Clock } from '../../thread/clock.js'

/**
 * Orders that were given up since their provider said nothing to them. It may have them all the same: what it trades is
 * booked when it tells, and so that it tells it is asked, each time that it is back.
 *
 *   U1. It is asked until it says how one ended, for `GIVEN_UP_MS` at the most; one that it still works is cancelled,
 *       once each time that it is back: a provider that refuses is not asked and told in a circle.
 *   U2. At most `GIVEN_UP_MAX` of them; beyond that the oldest is let go. A restart lets go of all.
 */
export const GIVEN_UP_MS = 3_600_000
export const GIVEN_UP_MAX = 1_024

interface GivenUpOrder {
  readonly gateway: number
  readonly order: ProviderOrder
  readonly at: number
  /** Whether a cancel was sent since the provider was last asked. */
  isCancelled: boolean
}

export class GivenUpOrders {
  readonly #clock: Clock
  readonly #tell: (message: ToGateway) => void
  readonly #orders = new Map<string, GivenUpOrder>()

  constructor(clock: Clock, tell: (message: ToGateway) => void) {
    this.#clock = clock
    this.#tell = tell
  }

  get size(): number {
    return this.#orders.size
  }

  add(gateway: number, order: ProviderOrder): void {
    const [oldest] = this.#orders.size < GIVEN_UP_MAX ? [] : this.#orders.values()
    if (oldest !== undefined) this.#drop(oldest)
    this.#orders.set(order.id, { gateway, order, at: this.#clock.monotonic(), isCancelled: false })
    this.#tell({ what: 'forget', gateway, order })
  }

  /** Asks gateways that have come online about their given-up orders. */
  back(gateways: ReadonlySet<number>): void {
    const since = this.#clock.monotonic() - GIVEN_UP_MS
    for (const given of this.#orders.values()) {
      if (given.at <= since) this.#drop(given)
      else if (gateways.has(given.gateway)) {
        given.isCancelled = false
        this.#say('ask', given)
      }
    }
  }

  /** Takes a report on a given-up order: forgets an ended one, cancels or asks about one that may go on. */
  heard({ order, state }: ProviderReport): void {
    const given = this.#orders.get(order)
    if (given === undefined) return
    if (!mayGoOn(state)) this.#orders.delete(order)
    else if (state === 'working') this.#cancel(given)
    else if (state === 'kept') this.#say('ask', given)
  }

  #cancel(given: GivenUpOrder): void {
    if (given.isCancelled) return
    given.isCancelled = true
    this.#say('cancel', given)
  }

  #drop(given: GivenUpOrder): void {
    this.#orders.delete(given.order.id)
    this.#say('forget', given)
  }

  #say(what: 'ask' | 'cancel' | 'forget', { gateway, order }: GivenUpOrder): void {
    this.#tell({ what, gateway, order })
  }
}

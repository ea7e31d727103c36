import {
  mayGoOn,
  type ProviderOrder,
  type ProviderReport,
  type ToGateway,
} from '../../../wire/thread/provider-messages.js'
import type { Clock } from '../../thread/clock.js'

/**
 * Orders that were given up because their provider did not answer. The provider may have them
 * anyway, so the shard queries them each time the provider reconnects, and books what they trade.
 *
 *   - An order is queried until the provider reports its end, for at most `GIVEN_UP_MS`. One that
 *     still works there is cancelled, once per reconnect, so that a refusal does not cause an
 *     endless exchange.
 *   - At most `GIVEN_UP_MAX` are kept; beyond that the oldest is forgotten. A restart forgets all.
 */
export const GIVEN_UP_MS = 3_600_000
export const GIVEN_UP_MAX = 1_024

interface GivenUpOrder {
  readonly gateway: number
  readonly order: ProviderOrder
  readonly at: number
  /** True if a cancel was sent since the last query. */
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

  /** Queries the given-up orders of gateways that have come online. */
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

  /**
   * Handles a report on a given-up order: forgets an ended one, cancels or queries one that may
   * still work.
   */
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

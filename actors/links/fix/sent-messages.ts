import type { SessionOrder } from '../gateways/provider-session.js'
import type { KnownOrders, SentOrderMessage } from './order-reports.js'

/**
 * The messages that an order session has sent since it began, and the unanswered orders.
 *
 *   - The newest `MESSAGES_MAX` messages by number. A rejection of an older one is ignored; a
 *     status request finds the order.
 *   - The newest `ORDERS_MAX` orders that may still get reports.
 *   - A sent order is unanswered until any report of it. After a status request it is unanswered
 *     until its status or end is reported, because another report may be an old, late one.
 */
const MESSAGES_MAX = 8_192
const ORDERS_MAX = 32_768

export class SentMessages implements KnownOrders {
  readonly #bySeq = new Map<number, SentOrderMessage>()
  readonly #orders = new Map<string, SessionOrder>()
  readonly #unanswered = new Map<string, SentOrderMessage>()

  sent(seq: number, message: SentOrderMessage): void {
    this.#bySeq.set(seq, message)
    dropOldest(this.#bySeq, MESSAGES_MAX)
    const { order, type } = message
    this.#orders.set(order.id, order)
    dropOldest(this.#orders, ORDERS_MAX)
    if (type === 'F') return
    this.#unanswered.set(order.id, message)
    dropOldest(this.#unanswered, ORDERS_MAX)
  }

  heard(id: string, isStatus: boolean): void {
    if (isStatus || this.#unanswered.get(id)?.type !== 'H') this.#unanswered.delete(id)
  }

  /** Forgets an order that will get no more reports. */
  ended(id: string): void {
    this.#orders.delete(id)
    this.#unanswered.delete(id)
  }

  get unanswered(): readonly SessionOrder[] {
    return [...this.#unanswered.values()].map(({ order }) => order)
  }

  sentAs(seq: number): SentOrderMessage | undefined {
    return this.#bySeq.get(seq)
  }

  order(id: string): SessionOrder | undefined {
    return this.#orders.get(id)
  }
}

function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}

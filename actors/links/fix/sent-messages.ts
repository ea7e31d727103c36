import type { SessionOrder } from '../gateways/provider-session.js'
import type { KnownOrders, SentOrderMessage } from './order-reports.js'

/**
 * The messages that a session of orders has sent since it began, and what was not answered yet.
 *
 *   M1. The newest `MESSAGES_MAX` messages by their numbers: a refusal of an older one is passed over, and the order
 *       is found by being asked for.
 *   M2. The newest `ORDERS_MAX` orders of which something may come still.
 *   M3. An order that was sent is unanswered until anything is said of it. One that was asked for is so until its
 *       status is told, or its end: another report may be an old one that comes late.
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

  /** Forgets an order of which nothing more comes. */
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

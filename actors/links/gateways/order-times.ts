import { mayGoOn } from '../../../wire/thread/provider-messages.js'
import type { SessionReport } from './provider-session.js'

/**
 * Measures how long a provider takes for orders, from their sending.
 *
 *   - At most `TIMED_MAX` orders are measured at once; beyond that the oldest is dropped.
 *   - For a resting order only the first answer is measured, because its fill depends on the
 *     market.
 */
export const TIMED_MAX = 16_384

/**
 * The milliseconds to an order's first answer, first fill and end, for each that a report shows.
 */
export interface OrderSteps {
  readonly answer?: number
  readonly fill?: number
  readonly end?: number
}

interface TimedOrder {
  readonly at: number
  readonly rests: boolean
  isAnswered: boolean
  isFilled: boolean
}

const NONE: OrderSteps = {}

export class OrderTimes {
  readonly #orders = new Map<string, TimedOrder>()

  sent(order: string, rests: boolean, now: number): void {
    const [oldest] = this.#orders.size < TIMED_MAX ? [] : this.#orders.keys()
    if (oldest !== undefined) this.#orders.delete(oldest)
    this.#orders.set(order, { at: now, rests, isAnswered: false, isFilled: false })
  }

  reported({ order, state, execution }: SessionReport, now: number): OrderSteps {
    const timed = this.#orders.get(order)
    if (timed === undefined) return NONE
    const ms = now - timed.at
    const isAnswer = !timed.isAnswered
    const isFill = execution !== null && !timed.isFilled && !timed.rests
    const isEnd = !mayGoOn(state)
    timed.isAnswered = true
    timed.isFilled ||= isFill
    if (isEnd || timed.rests) this.#orders.delete(order)
    return {
      ...(isAnswer ? { answer: ms } : {}),
      ...(isFill ? { fill: ms } : {}),
      ...(isEnd && !timed.rests ? { end: ms } : {}),
    }
  }
}

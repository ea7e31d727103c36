import { FILL_SECONDS } from '../../../wire/thread/gateway-report.js'

/**
 * Counts how long orders took from their sending to their first fill.
 *
 *   F1. At most `UNFILLED_MAX` orders are waited for; of more than that the oldest is not counted.
 */
export const UNFILLED_MAX = 16_384

export class FillTimes {
  readonly #sentAt = new Map<string, number>()
  /** One for each bound, and one beyond all of them. */
  counts: readonly number[] = new Array<number>(FILL_SECONDS.length + 1).fill(0)
  seconds = 0

  sent(order: string, now: number): void {
    this.#sentAt.set(order, now)
    const [oldest] = this.#sentAt.keys()
    if (this.#sentAt.size > UNFILLED_MAX && oldest !== undefined) this.#sentAt.delete(oldest)
  }

  filled(order: string, now: number): void {
    const at = this.#sentAt.get(order)
    if (at === undefined) return
    this.#sentAt.delete(order)
    const took = (now - at) / 1_000
    const bound = FILL_SECONDS.findIndex((seconds) => took <= seconds)
    const bucket = bound < 0 ? FILL_SECONDS.length : bound
    this.counts = this.counts.map((count, i) => (i === bucket ? count + 1 : count))
    this.seconds += took
  }

  /** It will not be filled any more. */
  ended(order: string): void {
    this.#sentAt.delete(order)
  }
}

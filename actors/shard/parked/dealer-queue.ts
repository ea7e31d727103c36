import type { Dealers } from '../../../engine/book/dealers.js'
import { DEALER_ANSWER_MS, DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import type { Login } from '../../../engine/units.js'

/**
 * One request at the dealing desk: who may see it, who has taken it, and until when it waits. Times are
 * of the monotonic clock.
 *
 *   D1. It waits `DEALER_QUEUE_MS` for somebody to take it, and `DEALER_ANSWER_MS` from then on. Given
 *       back it has what is left of the first, so it never waits longer than both together.
 *   D2. Named dealers are asked in their order: the first who is online at once, the next one when he
 *       gives it back or goes, or after his share of the time. Who was asked may answer until the end.
 */
export class DealerQueue {
  readonly group: string
  /** The moment at which dealers were first asked. */
  readonly since: number
  /** The dealers to offer the request to, in their order; empty is every dealer. */
  readonly #named: readonly Login[]
  readonly #queuedUntil: number
  readonly #shareMs: number
  #offered: Login[] = []
  #nextOfferAt = Number.POSITIVE_INFINITY
  #until: number
  takenBy: Login | null = null

  constructor(group: string, named: readonly Login[], now: number) {
    this.group = group
    this.since = now
    this.#named = named
    this.#queuedUntil = now + DEALER_QUEUE_MS
    this.#until = this.#queuedUntil
    this.#shareMs = DEALER_QUEUE_MS / Math.max(1, named.length)
  }

  /** The moment at which the request ends unanswered. */
  get until(): number {
    return this.#until
  }

  /** The moment at which something is to be done about the request. */
  get dueAt(): number {
    return this.takenBy === null ? Math.min(this.#until, this.#nextOfferAt) : this.#until
  }

  /** The dealers that have been offered the request; null is every dealer. */
  get offered(): readonly Login[] | null {
    return this.#named.length === 0 ? null : this.#offered
  }

  mayAnswer(login: Login, dealers: Dealers): boolean {
    return (this.offered?.includes(login) ?? true) && dealers.reaches(login, this.group)
  }

  /** Asks the next named dealer who is there, if it is time to. True when somebody was. */
  offer(dealers: Dealers, now: number): boolean {
    if (this.#named.length === 0) return false
    const isAsked = this.#offered.some((login) => dealers.reaches(login, this.group))
    if (isAsked && now < this.#nextOfferAt) return false
    return this.#offerNext(dealers, now)
  }

  #offerNext(dealers: Dealers, now: number): boolean {
    const next = this.#named.find(
      (login) => !this.#offered.includes(login) && dealers.reaches(login, this.group),
    )
    if (next !== undefined) this.#offered = [...this.#offered, next]
    const isLast = this.#offered.length === this.#named.length
    this.#nextOfferAt = isLast ? Number.POSITIVE_INFINITY : now + this.#shareMs
    return next !== undefined
  }

  take(login: Login, now: number): void {
    this.takenBy = login
    this.#until = now + DEALER_ANSWER_MS
  }

  /** Puts the request back into the queue, and offers it to the next dealer. */
  giveBack(dealers: Dealers, now: number): void {
    this.takenBy = null
    this.#until = this.#queuedUntil
    this.#offerNext(dealers, now)
  }
}

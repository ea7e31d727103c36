import type { Dealers } from '../../../engine/book/dealers.js'
import { DEALER_ANSWER_MS, DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import type { Login } from '../../../engine/units.js'

/**
 * The wait of one request at the dealing desk: which dealers see it, who has taken it, and how long
 * it waits. Times are of the monotonic clock.
 *
 *   - It waits `DEALER_QUEUE_MS` until a dealer takes it, and then `DEALER_ANSWER_MS` for the
 *     answer. If the dealer returns it, the rest of the first time continues, so it never waits
 *     longer than the sum of both.
 *   - Named dealers get it in their order. The first who is online gets it at once; the next one
 *     gets it when that dealer returns it or goes offline, or after the dealer's share of the time.
 *     Each dealer who got it may answer until the end.
 */
export class DealerQueue {
  readonly group: string
  /** The time when it was first offered to dealers. */
  readonly since: number
  /** The dealers who are offered the request, in order; empty means every dealer. */
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

  /** The time when the request ends without an answer. */
  get until(): number {
    return this.#until
  }

  /** When the request next needs an action: its end, or an offer to the next dealer. */
  get dueAt(): number {
    return this.takenBy === null ? Math.min(this.#until, this.#nextOfferAt) : this.#until
  }

  /** The dealers who were offered the request; null means every dealer. */
  get offered(): readonly Login[] | null {
    return this.#named.length === 0 ? null : this.#offered
  }

  mayAnswer(login: Login, dealers: Dealers): boolean {
    return (this.offered?.includes(login) ?? true) && dealers.reaches(login, this.group)
  }

  /**
   * Offers the request to the next named dealer who is online, if it is time to. True if it was
   * offered.
   */
  offer(dealers: Dealers, now: number): boolean {
    if (this.#named.length === 0) return false
    const isOffered = this.#offered.some((login) => dealers.reaches(login, this.group))
    if (isOffered && now < this.#nextOfferAt) return false
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

  /** Returns the request to the queue, and offers it to the next dealer. */
  giveBack(dealers: Dealers, now: number): void {
    this.takenBy = null
    this.#until = this.#queuedUntil
    this.#offerNext(dealers, now)
  }
}

import { Tally } from '../../../actors/thread/tally.js'
import type { Refusal } from '../../../engine/code.js'

/** How many requests of some routes may be under way at a time; routes that name the same rule share its places. */
export interface PlaceRule {
  readonly perCaller: number
  readonly all: number
  /** The refusal of one more request of the same caller, and of anybody's. */
  readonly yours: Refusal
  readonly others: Refusal
}

/**
 * The places of requests that cost much.
 *   P1. A request takes its place before its body is read; without a place the body is not read.
 *   P2. It keeps the place until it is answered and all that it began has ended.
 */
export class Places {
  readonly #taken = new Map<PlaceRule, Tally>()

  take(rule: PlaceRule, login: number): RoutePlace | Refusal {
    let taken = this.#taken.get(rule)
    if (taken === undefined) {
      taken = new Tally()
      this.#taken.set(rule, taken)
    }
    if (taken.of(login) >= rule.perCaller) return rule.yours
    if (taken.all >= rule.all) return rule.others
    return new RoutePlace(taken, login)
  }
}

export class RoutePlace {
  readonly #taken: Tally
  readonly #login: number
  readonly #work: Promise<unknown>[] = []
  #isLeft = false

  constructor(taken: Tally, login: number) {
    this.#taken = taken
    this.#login = login
    taken.add(login)
  }

  /** The place stays taken until this work has ended, too, whatever comes of it. */
  keepUntil(work: Promise<unknown>): void {
    this.#work.push(work)
  }

  leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    if (this.#work.length === 0) this.#taken.remove(this.#login)
    else void Promise.allSettled(this.#work).then(() => this.#taken.remove(this.#login))
  }
}

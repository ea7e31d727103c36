import { Tally } from '../../../actors/thread/tally.js'
import type { Refusal } from '../../../engine/code.js'

/** A limit of simultaneous requests. Routes with the same rule object share its places. */
export interface PlaceRule {
  readonly perCaller: number
  readonly all: number
  /** The refusals when the caller's places or all places are occupied. */
  readonly yours: Refusal
  readonly others: Refusal
}

/**
 * Limits simultaneous expensive requests.
 * - A request takes a place before its body is read. Without a free place the body is not read.
 * - The place is free again after the request has been answered and all work that it started has
 *   ended.
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

  /** Keeps the place occupied until this work has ended, with or without an error. */
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

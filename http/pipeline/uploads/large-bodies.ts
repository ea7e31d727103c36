import { FairQueue } from '../../../actors/thread/fair-queue.js'
import { inSteps } from '../../../actors/thread/in-steps.js'
import { addressBlock } from '../../../engine/access/address.js'
import {
  LARGE_BODIES_MAX,
  LARGE_BODIES_PER_CALLER_MAX,
  LARGE_BODY_BYTES,
} from '../../../engine/limits/front.js'
import { because } from '../../../engine/reasons/reasons.js'
import { type InputReading, readBodyInSteps } from '../input.js'
import type { Route } from '../route.js'

/**
 * Bodies that would hold up whatever else the thread does if they were read in one go.
 *
 *   L1. One is read at a time, a step in a turn of the thread: bounds, text, value, check.
 *   L2. Callers take turns, and none has more than `LARGE_BODIES_PER_CALLER_MAX` of the places.
 *   L3. Strangers, by their block of addresses, have places and turns apart from those of people who are signed in.
 */
export class LargeBodies {
  readonly #queue = new FairQueue<Waiter>([PLACES, PLACES])
  #isReading = false

  /** Its bytes are not looked at any more when this returns. */
  read(route: Route, bytes: Uint8Array, caller: Caller): Promise<InputReading> {
    return new Promise((settle, fail) => {
      const { login, address } = caller
      const [lane, party] = login === null ? [1, addressBlock(address)] : [0, String(login)]
      if (!this.#queue.hasRoom(lane, party)) {
        settle(BUSY)
        return
      }
      const waiter = { route, bytes: bytes.slice(), settle, fail }
      this.#queue.push(lane, party, waiter)?.settle(BUSY)
      void this.#goOn()
    })
  }

  async #goOn(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    for (;;) {
      const taken = this.#queue.next()
      if (taken === undefined) break
      const { route, bytes, settle, fail } = taken.job
      try {
        settle(await inSteps(readBodyInSteps(route, bytes)))
      } catch (error) {
        fail(error)
      }
      this.#queue.finished(taken)
    }
    this.#isReading = false
  }
}

/** Who sends a body: a login, or a stranger by their address. */
interface Caller {
  readonly login: number | null
  readonly address: string
}

interface Waiter {
  readonly route: Route
  readonly bytes: Uint8Array
  settle(reading: InputReading): void
  fail(error: unknown): void
}

export function isLargeBody(route: Route, body: Uint8Array | null): body is Uint8Array {
  if (body === null || body.length <= LARGE_BODY_BYTES) return false
  return route.method !== 'GET' && route.bodyMedia === null
}

const PLACES = { waitingMax: LARGE_BODIES_MAX, partyWaitingMax: LARGE_BODIES_PER_CALLER_MAX }
const BUSY = because('unavailable.large_bodies')

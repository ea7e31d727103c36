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
 * Reads large bodies in steps, because reading one at once would block the thread.
 *
 * - One body is read at a time, one step per turn of the event loop: limits, text, JSON,
 *   validation.
 * - Callers take turns, and each may wait with at most `LARGE_BODIES_PER_CALLER_MAX` bodies.
 * - Callers without a session, grouped by network, have a separate queue.
 */
export class LargeBodies {
  readonly #queue = new FairQueue<Waiter>([PLACES, PLACES])
  #isReading = false

  /** Reads a body. Its bytes are not used after this returns. */
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

/** The sender of a body: a login, or an address without a session. */
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

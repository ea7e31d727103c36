import { FairQueue } from '../../../actors/thread/fair-queue.js'
import { inSteps } from '../../../actors/thread/in-steps.js'
import { refuse } from '../../../engine/code.js'
import {
  LARGE_BODIES_MAX,
  LARGE_BODIES_PER_CALLER_MAX,
  LARGE_BODY_BYTES,
} from '../../../engine/limits/front.js'
import { type InputReading, readBodyInSteps } from '../input.js'
import type { Route } from '../route.js'

/**
 * Bodies that would hold up whatever else the thread does if they were read in one go.
 *
 *   L1. One is read at a time, a step in a turn of the thread: bounds, text, value, check.
 *   L2. Callers take turns, and none has more than `LARGE_BODIES_PER_CALLER_MAX` of the places.
 */
export class LargeBodies {
  readonly #queue = new FairQueue<Waiter>([
    {
      waitingMax: LARGE_BODIES_MAX,
      partyWaitingMax: LARGE_BODIES_PER_CALLER_MAX,
      runningMax: 1,
    },
  ])

  /** Its bytes are not looked at any more when this returns. */
  read(route: Route, bytes: Uint8Array, caller: string): Promise<InputReading> {
    return new Promise((settle, fail) => {
      if (!this.#queue.hasRoom(0, caller)) {
        settle(BUSY)
        return
      }
      const waiter = { route, bytes: bytes.slice(), settle, fail }
      this.#queue.push(0, caller, waiter)?.settle(BUSY)
      void this.#goOn()
    })
  }

  async #goOn(): Promise<void> {
    for (;;) {
      const taken = this.#queue.next()
      if (taken === undefined) return
      const { route, bytes, settle, fail } = taken.job
      try {
        settle(await inSteps(readBodyInSteps(route, bytes)))
      } catch (error) {
        fail(error)
      }
      this.#queue.finished(taken)
    }
  }
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

const BUSY = refuse('unavailable', 'Many large bodies are being read. Try again in a moment.')

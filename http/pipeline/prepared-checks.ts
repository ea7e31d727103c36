import type { Clock, Timer } from '../../actors/thread/clock.js'
import { prepareCheck } from '../../wire/check/validate.js'
import { BODY_BYTES_MAX, type Route } from './route.js'

/**
 * The pause between two compilations. Each blocks the thread for up to tens of milliseconds, which
 * is not noticeable with other work in between.
 */
const PAUSE_MS = 20
/** How long compilation waits after a start, when all clients reconnect at once. */
const FIRST_AFTER_MS = 3_000
/** If the timer fires this late, the thread is busy with requests, which have priority. */
const BUSY_LATE_MS = 5
const BUSY_PAUSE_MS = 500

/**
 * Compiles the validators of all routes one by one after the start, while the server is idle.
 * Compiled on first use, a large one would delay other requests. In total it takes most of a
 * second. `last` is one more such task. Returns a function that stops it.
 *
 * The quick check of a body serves only large bodies (wire/check/validate.ts). It is prepared
 * for routes that take more than the usual size; all others hardly ever need theirs.
 */
export function prepareChecks(
  routes: readonly Route[],
  clock: Clock,
  last?: () => void,
): () => void {
  const steps = stepsOf(routes, last)
  let timer = later(FIRST_AFTER_MS)
  function later(ms: number): Timer {
    const due = clock.monotonic() + ms
    return clock.after(ms, () => {
      if (clock.monotonic() - due > BUSY_LATE_MS) timer = later(BUSY_PAUSE_MS)
      else if (steps.next().done !== true) timer = later(PAUSE_MS)
    })
  }
  return () => timer.cancel()
}

function* stepsOf(routes: readonly Route[], last?: () => void): Generator<void, void> {
  for (const { params, query, body, bodyBytesMax } of routes) {
    for (const schema of [params, query, body]) {
      if (schema === null) continue
      prepareCheck(schema, true)
      yield
    }
    if (body === null || bodyBytesMax <= BODY_BYTES_MAX) continue
    prepareCheck(body, false)
    yield
  }
  last?.()
}

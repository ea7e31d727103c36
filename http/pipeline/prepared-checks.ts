import type { Clock, Timer } from '../../actors/thread/clock.js'
import { prepareCheck } from '../../wire/check/validate.js'
import type { Route } from './route.js'

/**
 * The pause after a check: the time of one, up to tens of milliseconds, is not felt where others have a turn
 * in between.
 */
const PAUSE_MS = 20
/** How long checks wait after a start: everybody comes back at once then, and needs the processor. */
const FIRST_AFTER_MS = 3_000
/** A timer that is so late was kept waiting by requests: they go first. */
const BUSY_LATE_MS = 5
const BUSY_PAUSE_MS = 500

/**
 * Makes the checks of all routes' schemas, one after the other, from soon after the start on and while there is little to
 * do: made when a request needs it, a large one would keep everybody else waiting in the middle of the day. They take most
 * of a second of processor in all. `last` is one more such thing. Answers how to stop it.
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
  for (const { params, query, body } of routes) {
    for (const schema of [params, query, body]) {
      if (schema === null) continue
      for (const thorough of [true, false]) {
        if (!thorough && schema !== body) continue
        prepareCheck(schema, thorough)
        yield
      }
    }
  }
  last?.()
}

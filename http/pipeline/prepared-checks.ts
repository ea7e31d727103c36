import type { Clock } from '../../actors/thread/clock.js'
import { prepareCheck } from '../../wire/check/validate.js'
import type { Route } from './route.js'

/**
 * The pause after a check: the time of one, up to tens of milliseconds, is not felt where others have a turn
 * in between.
 */
const PAUSE_MS = 20
/** In the first seconds after a start everybody comes back at once, and needs the processor. */
const FIRST_AFTER_MS = 3_000

/**
 * Makes the checks of all routes' schemas, one after the other, from soon after the start on: made when a request needs
 * it, a large one would keep everybody else waiting in the middle of the day. Answers how to stop it.
 */
export function prepareChecks(routes: readonly Route[], clock: Clock): () => void {
  const steps = stepsOf(routes)
  let timer = clock.after(FIRST_AFTER_MS, step)
  function step(): void {
    if (steps.next().done !== true) timer = clock.after(PAUSE_MS, step)
  }
  return () => timer.cancel()
}

function* stepsOf(routes: readonly Route[]): Generator<void, void> {
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
}

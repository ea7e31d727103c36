import { rest } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { FrontServices } from './services.js'

const LOOK_MS = 10
/**
 * The maximum number of checks, which take 5 s together. After that the client must try again
 * later.
 */
const LOOKS_MAX = 500

/**
 * Waits until the database contains everything done before this call, so that the answer is up to
 * date. Returns a refusal if the database lags too far behind.
 */
export async function tablesReached({
  trading,
  clock,
}: FrontServices): Promise<Refusal | undefined> {
  const { counters } = trading
  const newest = counters.sequence
  for (let look = 0; look < LOOKS_MAX; look++) {
    if (counters.projectionSeq >= newest) return undefined
    await rest(clock, LOOK_MS)
  }
  return because('unavailable.tables_behind')
}

import { rest } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { FrontServices } from './services.js'

const LOOK_MS = 10
/** Within 5 s, or it is asked for later. */
const LOOKS_MAX = 500

/**
 * Waits until the tables hold everything that was done before this was asked: who answers from them then
 * answers of what was really done. A refusal when they stay behind.
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

import { rest } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import { TABLES_WAIT_MS } from '../../engine/limits/shards.js'
import { because } from '../../engine/reasons/reasons.js'
import type { FrontServices } from './services.js'

const LOOK_MS = 10

/**
 * Looks into the tables once they have all that was answered before the question: they are a moment behind
 * the logs, so what is not there at the first look is looked for again when they have come so far.
 */
export async function lookedUp<Found>(
  services: FrontServices,
  look: () => Promise<Found>,
  isWhole: (found: Found) => boolean,
): Promise<Found | Refusal> {
  const { clock, trading } = services
  const { counters, shards } = trading
  const newest = Math.max(...shards.map(({ shard }) => counters.durableSeq(shard)))
  const wereCurrent = counters.projectionSeq >= newest
  const found = await look()
  if (wereCurrent || isWhole(found)) return found
  for (const begun = clock.monotonic(); clock.monotonic() - begun < TABLES_WAIT_MS; ) {
    if (counters.projectionSeq >= newest) return look()
    await rest(clock, LOOK_MS)
  }
  return because('unavailable.tables_behind')
}

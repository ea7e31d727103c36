import { rest } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import { TABLES_WAIT_MS } from '../../engine/limits/shards.js'
import { because } from '../../engine/reasons/reasons.js'
import type { FrontServices } from './services.js'

const LOOK_MS = 10

/**
 * Looks rows up in the database, which lags slightly behind the logs. If the result is incomplete,
 * it waits until the database contains everything answered before the request, and looks again.
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

import type { Supervisor } from '../../actors/server/supervisor.js'
import { type Clock, rest } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import { TABLES_WAIT_MS } from '../../engine/limits/shards.js'
import { because } from '../../engine/reasons/reasons.js'

interface TableServices {
  readonly clock: Clock
  readonly trading: Pick<Supervisor, 'shards' | 'counters'>
}

const LOOK_MS = 10

/**
 * Looks rows up in the database, which lags slightly behind the logs. If the result is incomplete,
 * it waits until the database contains everything answered before the request, and looks again.
 */
export async function lookedUp<Found>(
  services: TableServices,
  look: () => Promise<Found>,
  isWhole: (found: Found) => boolean,
): Promise<Found | Refusal> {
  const { counters, shards } = services.trading
  const newest = Math.max(...shards.map(({ shard }) => counters.durableSeq(shard)))
  const wereCurrent = counters.projectionSeq >= newest
  const found = await look()
  if (wereCurrent || isWhole(found)) return found
  return (await tablesReached(services, newest)) ?? look()
}

/**
 * Waits until the database contains everything up to this sequence number, so that the answer is up
 * to date. Returns a refusal if the database lags too far behind.
 */
export async function tablesReached(
  { clock, trading: { counters } }: TableServices,
  newest = counters.sequence,
): Promise<Refusal | undefined> {
  for (const begun = clock.monotonic(); clock.monotonic() - begun < TABLES_WAIT_MS; ) {
    if (counters.projectionSeq >= newest) return undefined
    await rest(clock, LOOK_MS)
  }
  return because('unavailable.tables_behind')
}

import { systemClock } from '../../../actors/thread/clock.js'
import { requestId } from '../../../actors/thread/random.js'
import { DealingDesk, type DealingParts } from '../../../http/readers/dealing-desk.js'

/** A dealing desk over these shards; by default it knows no account's name. */
export function givenDealingDesk(
  shards: DealingParts['shards'],
  parts: Partial<DealingParts> = {},
): DealingDesk {
  const clock = systemClock()
  return new DealingDesk({ shards, clock, requestId, nameOf: async () => null, ...parts })
}

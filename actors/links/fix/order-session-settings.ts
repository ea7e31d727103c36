import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import type { FixSessionSettings } from '../../../wire/fix/session/settings.js'
import { fixSettingsOf } from './fix-terms.js'

/** The messages of orders that are understood: their reports, refusals, and lists of instruments. */
const HEARD: ReadonlySet<string> = new Set(['8', '9', 'j', 'y'])

/**
 * `skipped` is told of what the provider asks for again and does not get: an order may be too old to be meant. A cancel
 * is meant as long as its connection stands, and does nothing twice; on the next one the shard says it anew.
 */
export function orderSessionSettings(
  record: OpenedGateway,
  skipped: () => void,
): FixSessionSettings {
  return {
    ...fixSettingsOf(record, record.mode === 'Active' ? 'initiator' : 'acceptor'),
    speaks: (type) => HEARD.has(type),
    mayRepeat: (type, isOfThisConnection) => {
      if (type === 'F' && isOfThisConnection) return true
      skipped()
      return false
    },
  }
}

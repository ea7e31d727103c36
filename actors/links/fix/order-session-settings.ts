import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import type { FixSessionSettings } from '../../../wire/fix/session/settings.js'
import { fixSettingsOf } from './fix-terms.js'

/** The order messages that are understood: reports, refusals, and lists of instruments. */
const HEARD: ReadonlySet<string> = new Set(['8', '9', 'j', 'y'])

/**
 * `skipped` is called for messages that the provider requests again and does not get, because an
 * order may be outdated. A cancel is repeated on the same connection and is harmless when repeated;
 * on the next connection the shard sends it again.
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

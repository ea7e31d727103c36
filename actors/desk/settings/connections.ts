import { because } from '../../../engine/reasons/reasons.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'

/** Operations on connections that do not change settings; the journal says who did them. */

export interface RestartConnection {
  readonly actor: Actor
  readonly kind: 'datafeeds' | 'gateways'
  readonly id: number
}

export function connectionsDesk(desk: Desk) {
  return {
    'connections.restart': ({ actor, kind, id }: RestartConnection): Outcome<null> => {
      const one = desk.config.world.get(kind, id)
      const noun = kind === 'datafeeds' ? 'datafeed' : 'gateway'
      if (one === undefined) return because('not_found.record', { noun, id })
      if (!one.enabled) {
        return because('conflict.connection_disabled', { noun, name: one.name })
      }
      const title = kind === 'datafeeds' ? 'Datafeed' : 'Gateway'
      return desk.change((journal) => {
        const text = `${title} ${one.name} is restarted`
        journal(actor, { kind: 'config', about: { kind, id }, text })
        return accept(null)
      })
    },
  }
}

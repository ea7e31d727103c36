import type { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'
import type { StaffState } from './staff-op.js'

/**
 * The sockets that subscribed to some events, and the delivery of an event to those that may see
 * it.
 */
export class Watchers implements StaffState {
  readonly #all = new Set<StaffConnection>()
  readonly #sockets: LiveSockets<StaffConnection>

  constructor(sockets: LiveSockets<StaffConnection>) {
    this.#sockets = sockets
  }

  add(connection: StaffConnection): void {
    this.#all.add(connection)
  }

  leave(connection: StaffConnection): void {
    this.#all.delete(connection)
  }

  /**
   * Sends a frame to each subscriber. `frameFor` returns undefined for sessions that may not see
   * the event.
   */
  tell(frameFor: (session: LiveSession) => EventFrame | undefined): void {
    for (const connection of this.#all) {
      const { state } = connection
      const frame = state.kind === 'live' ? frameFor(state.session) : undefined
      if (frame === undefined) continue
      connection.send(frame.as(connection.codec))
      this.#sockets.boundBacklog(connection)
    }
  }
}

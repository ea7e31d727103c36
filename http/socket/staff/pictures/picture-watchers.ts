import type { Clock } from '../../../../actors/thread/clock.js'
import { SOCKET_BEHIND_BYTES } from '../../../../engine/limits/sockets.js'
import type { EventFrame } from '../../../../wire/frame/plain-frame.js'
import type { LiveSession } from '../../../sessions/live-session.js'
import type { LiveSockets } from '../../live-sockets.js'
import type { StaffConnection } from '../staff-connection.js'
import type { StaffState } from '../staff-op.js'
import { EachSecond } from './each-second.js'

/** A part of a picture. Its frames are sent if `text` differs from the text that the socket was sent last. */
export interface PicturePart {
  readonly name: string
  readonly text: string
  readonly frames: readonly EventFrame[]
}

/** The texts last sent to a socket, by the names of their parts. */
export type SentTexts = Map<string, string>

interface Watcher<Watch> {
  readonly connection: StaffConnection
  readonly session: LiveSession
  readonly watch: Watch
}

/**
 * Staff sockets that watch a picture, such as the sums of groups, and get the parts of it that have
 * changed.
 *
 *   - While any socket watches, `look` reads the picture every second and sends it. A new run waits
 *     until the previous one has ended.
 *   P2. A socket gets a part only if it differs from what the socket was sent last.
 *   P3. A slow client gets nothing until it has caught up, and then the newest parts.
 */
export abstract class PictureWatchers<Watch> implements StaffState {
  readonly #watches = new Map<StaffConnection, Watch>()
  readonly #sockets: LiveSockets<StaffConnection>
  readonly #eachSecond: EachSecond

  constructor(clock: Clock, sockets: LiveSockets<StaffConnection>) {
    this.#sockets = sockets
    this.#eachSecond = new EachSecond(clock, () => this.look())
  }

  /**
   * Reads the picture and sends each watcher its part, according to the watcher's current rights
   * and scope.
   */
  protected abstract look(): Promise<void> | void

  leave(connection: StaffConnection): void {
    this.#watches.delete(connection)
    this.#eachSecond.goOn(this.#watches.size > 0)
  }

  protected begin(connection: StaffConnection, watch: Watch): void {
    this.#watches.set(connection, watch)
    this.#eachSecond.goOn(true)
  }

  protected watchOf(connection: StaffConnection): Watch | undefined {
    return this.#watches.get(connection)
  }

  /** Yields the signed-in sockets that watch. Each is checked when its turn comes. */
  protected *watchers(): Generator<Watcher<Watch>> {
    for (const connection of [...this.#watches.keys()]) {
      const watch = this.#watches.get(connection)
      const { state } = connection
      if (watch === undefined || state.kind !== 'live') continue
      yield { connection, session: state.session, watch }
    }
  }

  /** Sends a socket the parts that differ from those sent last (P2, P3). */
  protected sendChanged(
    connection: StaffConnection,
    sent: SentTexts,
    parts: readonly PicturePart[],
  ): void {
    if (connection.unsent > SOCKET_BEHIND_BYTES) return
    const changed = parts.filter(({ name, text }) => sent.get(name) !== text)
    if (changed.length === 0) return
    for (const { name, text } of changed) sent.set(name, text)
    this.send(
      connection,
      changed.flatMap(({ frames }) => frames),
    )
  }

  protected send(connection: StaffConnection, frames: readonly EventFrame[]): void {
    connection.ws?.cork(() => {
      for (const frame of frames) connection.send(frame.as(connection.codec))
    })
    this.#sockets.boundBacklog(connection)
  }
}

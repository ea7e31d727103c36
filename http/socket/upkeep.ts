import type { Clock, Timer } from '../../actors/thread/clock.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { Connection } from './connection.js'
import { sendRefusal } from './replies.js'
import { heartbeat } from './revalidate.js'
import { NO_AUTH, SESSION_CLOSED } from './session-frames.js'

/** Timed work on WebSockets: heartbeats, ended sessions, deadlines for sign-in and closing. */
export interface UpkeepOwner<C extends Connection> {
  readonly all: ReadonlyMap<number, C>
  /** Sockets with a deadline: sockets before sign-in, and closing sockets. */
  readonly watched: ReadonlySet<C>
  close(connection: C, code: number, why: string): void
  /** The reason to end the session of the socket; null if it may continue. */
  reasonToEnd(connection: C, session: LiveSession): string | null
  /** Called for a socket whose session may not continue. */
  end(connection: C, reason: string): void
  /** Called for a socket whose session may continue. The session's permissions may have changed. */
  review(connection: C, session: LiveSession): void
  /** Called for a closing socket that may have sent everything. */
  endWhenSent(connection: C): void
}

const SWEEP_MS = 2000
const WATCH_MS = 250

export class Upkeep<C extends Connection> {
  /** The time of the latest sweep on the monotonic clock. It is precise enough for heartbeats. */
  now: number
  readonly #clock: Clock
  readonly #owner: UpkeepOwner<C>
  readonly #timers: readonly Timer[]

  constructor(clock: Clock, owner: UpkeepOwner<C>) {
    this.#clock = clock
    this.#owner = owner
    this.now = clock.monotonic()
    this.#timers = [
      clock.every(SWEEP_MS, () => this.#sweep()),
      clock.every(WATCH_MS, () => this.#watch()),
    ]
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel()
  }

  #sweep(): void {
    const before = this.now
    this.now = this.#clock.monotonic()
    const wall = this.#clock.now()
    for (const connection of this.#owner.all.values()) {
      const { state } = connection
      if (state.kind !== 'live') continue
      const reason = this.#owner.reasonToEnd(connection, state.session)
      if (reason !== null) {
        this.#owner.end(connection, reason)
        continue
      }
      this.#owner.review(connection, state.session)
      if (connection.heardAt >= before) state.session.lastSeenAt = wall
      else this.#listen(connection)
    }
  }

  #listen(connection: C): void {
    const call = heartbeat(connection, this.now)
    if (call === 'ping') {
      connection.isPinged = true
      connection.ws?.ping()
    } else if (call === 'silent') {
      this.#owner.close(connection, 1001, 'nothing was heard for 60 s')
    }
  }

  #watch(): void {
    const now = this.#clock.monotonic()
    for (const connection of this.#owner.watched) {
      const { state } = connection
      if (state.kind === 'closing') {
        if (now >= state.until) connection.ws?.close()
        else this.#owner.endWhenSent(connection)
      } else if (state.kind === 'unsigned' && now >= state.until) {
        sendRefusal(connection, null, NO_AUTH)
        this.#owner.close(connection, SESSION_CLOSED, NO_AUTH.code)
      }
    }
  }
}

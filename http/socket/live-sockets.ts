import type { Silence } from '../../actors/server/quorum-watch.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { SessionSide } from '../../engine/access/session.js'
import type { Refusal } from '../../engine/code.js'
import {
  SOCKET_SIGN_IN_MS,
  SOCKET_SILENT_MS,
  UNSIGNED_FRAME_BYTES_MAX,
} from '../../engine/limits/sockets.js'
import { because } from '../../engine/reasons/reasons.js'
import { FRAME_BYTES_MAX, type SocketCodec } from '../../wire/frame/socket-frame.js'
import { SILENT } from '../exchange/door.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { Connection, ConnectionState, LibrarySocket } from './connection.js'
import { drainSockets, RESTART } from './drain.js'
import { FLOOD_CLOSE, FLOOD_REASON } from './frame-rates.js'
import { type AddressAccount, FrameTolls, TOLL } from './frame-tolls.js'
import { reasonToEnd } from './revalidate.js'
import { SessionFrames, type SessionFramesOptions } from './session-frames.js'
import type { SocketCounts } from './socket-counts.js'
import { Upkeep } from './upkeep.js'

/**
 * The life cycle of one side's WebSockets: upgrade, sign-in, heartbeat, end of session, closing.
 * The side defines the frames of signed-in sockets.
 *
 * L1. Unsent data is bounded: a socket with more than `SOCKET_BACKLOG_BYTES_MAX` is closed with
 *     4008. `CLOSING_MS` after a close its memory is freed, even if the client does not read.
 * - A frame of the wrong type (text with MessagePack, binary with JSON) is passed on as an empty
 *   frame, so it counts as unreadable.
 * - When a session ends, its sockets close at once. Permissions are checked again when they change,
 *   and for all sockets every two seconds.
 * - Before sign-in, frames longer than `UNSIGNED_FRAME_BYTES_MAX` are refused.
 * - Everything a socket sends is counted (`frame-tolls.ts`). A flooding socket is closed, or cut
 *   off if closing would take too long.
 */
export interface LiveSocketsOptions extends SessionFramesOptions {
  readonly clock: Clock
  /** Counters of sockets that both sides share. */
  readonly counts: SocketCounts
  readonly floods: AddressAccount
}

/** The differences between the sockets of traders and staff. */
export interface SocketSide<C extends Connection> {
  readonly side: SessionSide
  connection(...start: ConstructorParameters<typeof Connection>): C
  /** Called when a socket has signed in, or continues under another session of its login. */
  begin(connection: C, session: LiveSession): void
  frame(connection: C, session: LiveSession, bytes: Uint8Array): void
  /**
   * Called every two seconds and after changes, because the session's permissions may have changed.
   */
  review(connection: C, session: LiveSession): void
  /** Called when the client has read something. */
  drained(connection: C): void
  /** Called when a socket is closing or closed (`ws` is then null). May be called twice. */
  leave(connection: C): void
  /** Called when the server may answer again, to process frames that waited. */
  goesOn?(): void
}

const CLOSING_MS = 5000
const TOO_BIG = 1009
const NOTHING = new Uint8Array(0)

export class LiveSockets<C extends Connection> {
  readonly frames: SessionFrames<C>
  readonly #options: LiveSocketsOptions
  readonly #side: SocketSide<C>
  readonly #byId = new Map<number, C>()
  readonly #bySession = new Map<string, Set<C>>()
  /** Sockets with a deadline: sockets before sign-in, and closing sockets. */
  readonly #watched = new Set<C>()
  readonly #upkeep: Upkeep<C>
  readonly #tolls: FrameTolls
  #lastId = 0
  #isDraining = false
  #isSilent = false

  constructor(options: LiveSocketsOptions, side: SocketSide<C>) {
    this.#options = options
    this.#side = side
    const close = (connection: C, code: number, why: string) => this.close(connection, code, why)
    this.frames = new SessionFrames(side.side, options, {
      refusal: (session) => options.counts.refusalOf(session),
      bind: (connection, session) => this.#bind(connection, session),
      close,
    })
    this.#upkeep = new Upkeep(options.clock, {
      all: this.#byId,
      reasonToEnd: (connection, session) => reasonToEnd(options.sessions, session, connection),
      watched: this.#watched,
      end: (connection, reason) => this.frames.end(connection, reason),
      review: (connection, session) => side.review(connection, session),
      endWhenSent: (connection) => this.#endWhenSent(connection),
      close,
    })
    this.#tolls = new FrameTolls(options.clock, options.floods)
    options.sessions.onClosed((session) => this.#sessionClosed(session))
    options.sessions.onChanged((session) => this.#sessionChanged(session))
  }

  get side(): SessionSide {
    return this.#side.side
  }

  get all(): ReadonlyMap<number, C> {
    return this.#byId
  }

  connectionsOf(session: LiveSession): readonly C[] {
    return [...(this.#bySession.get(session.id) ?? [])]
  }

  ofSession(id: string): number {
    return this.#bySession.get(id)?.size ?? 0
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Accepts a socket at its upgrade. Without a session its first frame has to sign in. */
  accept(codec: SocketCodec, address: string, session: LiveSession | null): C | Refusal {
    if (this.#isDraining) return because('unavailable.restarting')
    if (this.#isSilent) return SILENT
    const full = this.#options.counts.refusal(address, session)
    if (full !== null) return full
    const now = this.#options.clock.monotonic()
    const state: ConnectionState =
      session === null
        ? { kind: 'unsigned', until: now + SOCKET_SIGN_IN_MS }
        : { kind: 'live', session }
    return this.#side.connection(this.#freeId(), codec, address, state, now)
  }

  opened(connection: C, ws: LibrarySocket): void {
    connection.ws = ws
    this.#byId.set(connection.id, connection)
    const { counts } = this.#options
    counts.opened(connection.address)
    const { state } = connection
    if (state.kind === 'live') this.#begin(connection, state.session)
    else {
      counts.waits(connection.address)
      this.#watched.add(connection)
    }
  }

  /** Records that the client answered a ping or sent one. */
  heard(connection: C): void {
    const toll = this.#tolls.control(connection)
    if (toll !== TOLL.paid) {
      this.#ends(connection, toll)
      return
    }
    connection.heardAt = this.#upkeep.now
    connection.isPinged = false
    this.boundBacklog(connection)
  }

  frame(connection: C, message: ArrayBuffer, isBinary: boolean): void {
    const toll = this.#tolls.frame(connection, message.byteLength)
    if (toll !== TOLL.paid) {
      this.#ends(connection, toll)
      return
    }
    connection.heardAt = this.#upkeep.now
    connection.isPinged = false
    const { state } = connection
    if (message.byteLength > FRAME_BYTES_MAX) {
      this.close(connection, TOO_BIG, 'frames have at most 64 KiB')
      return
    }
    if (state.kind === 'unsigned' && message.byteLength > UNSIGNED_FRAME_BYTES_MAX) {
      this.close(connection, TOO_BIG, 'before sign-in frames have at most 4 KiB')
      return
    }
    const bytes = isBinary === connection.isBinary ? new Uint8Array(message) : NOTHING
    if (state.kind === 'live') this.#side.frame(connection, state.session, bytes)
    else if (state.kind === 'unsigned') this.frames.first(connection, bytes)
  }

  drained(connection: C): void {
    if (connection.state.kind === 'closing') this.#endWhenSent(connection)
    else this.#side.drained(connection)
  }

  /** Called when the library has closed the socket. */
  gone(connection: C): void {
    this.#unlist(connection)
    connection.ws = null
    this.#side.leave(connection)
    connection.state = { kind: 'closed' }
    if (this.#byId.delete(connection.id)) this.#options.counts.gone(connection.address)
    this.#watched.delete(connection)
  }

  /**
   * Closes a socket. Nothing more is sent, and it ends when earlier frames have been sent or
   * dropped.
   */
  close(connection: C, code: number, why: string): void {
    const { kind } = connection.state
    if (kind === 'closing' || kind === 'closed') return
    this.#unlist(connection)
    this.#side.leave(connection)
    if (code === FLOOD_CLOSE) this.#tolls.ends(connection)
    const until = this.#options.clock.monotonic() + CLOSING_MS
    connection.state = { kind: 'closing', until, code, why }
    this.#watched.add(connection)
    this.#endWhenSent(connection)
  }

  /** Closes a socket with too many unsent bytes after something was added (L1). */
  boundBacklog(connection: C): void {
    if (connection.unsent > connection.backlogMax) this.close(connection, 4008, 'too_slow')
  }

  /**
   * True if this node must not answer clients at the moment. Frames wait or are refused, new
   * sockets are refused, and open sockets are closed after a while.
   */
  get isSilent(): boolean {
    return this.#isSilent
  }

  silenced(silence: Silence): void {
    this.#isSilent = silence !== 'none'
    if (silence === 'none') this.#side.goesOn?.()
    if (silence !== 'closed') return
    for (const connection of [...this.#byId.values()]) this.close(connection, RESTART, 'no quorum')
  }

  /**
   * Refuses new sockets and frames, answers accepted frames for `graceMs`, then closes all sockets.
   */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true
    await drainSockets(this.#byId, this.#options.clock, graceMs, (connection, code, why) =>
      this.close(connection, code, why),
    )
    this.#upkeep.stop()
    this.#tolls.stop()
  }

  #ends(connection: C, toll: number): void {
    this.close(connection, FLOOD_CLOSE, FLOOD_REASON)
    if (toll === TOLL.cut) connection.ws?.close()
  }

  #sessionClosed(session: LiveSession): void {
    for (const connection of [...(this.#bySession.get(session.id) ?? [])]) {
      this.frames.end(connection, 'closed')
    }
  }

  #sessionChanged(session: LiveSession): void {
    for (const connection of [...(this.#bySession.get(session.id) ?? [])]) {
      const reason = reasonToEnd(this.#options.sessions, session, connection)
      if (reason === null) this.#side.review(connection, session)
      else this.frames.end(connection, reason)
    }
  }

  #bind(connection: C, session: LiveSession): void {
    this.#unlist(connection)
    this.#watched.delete(connection)
    connection.state = { kind: 'live', session }
    this.#begin(connection, session)
  }

  #begin(connection: C, session: LiveSession): void {
    this.#options.counts.joined(session)
    this.#seen(connection, session)
    const siblings = this.#bySession.get(session.id)
    if (siblings === undefined) this.#bySession.set(session.id, new Set([connection]))
    else siblings.add(connection)
    this.#side.begin(connection, session)
  }

  /** Removes a socket from the lists of its state. */
  #unlist(connection: C): void {
    const { state } = connection
    const { counts } = this.#options
    if (state.kind === 'unsigned') counts.waitsNoMore(connection.address)
    if (state.kind !== 'live') return
    counts.left(state.session)
    this.#seen(connection, state.session)
    const { id } = state.session
    const siblings = this.#bySession.get(id)
    siblings?.delete(connection)
    if (siblings?.size === 0) this.#bySession.delete(id)
  }

  /** Marks the session as in use, unless nothing has arrived from its socket for a while. */
  #seen(connection: C, session: LiveSession): void {
    const { clock } = this.#options
    const silentMs = clock.monotonic() - connection.heardAt
    if (silentMs < SOCKET_SILENT_MS) session.lastSeenAt = clock.now()
  }

  #endWhenSent(connection: C): void {
    const { state, ws } = connection
    if (state.kind === 'closing' && ws !== null && connection.unsent === 0) {
      ws.end(state.code, state.why)
    }
  }

  #freeId(): number {
    do this.#lastId = (this.#lastId + 1) >>> 0
    while (this.#lastId === 0 || this.#byId.has(this.#lastId))
    return this.#lastId
  }
}
